import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { FORMATS, post } from './ask.ts';
import { type Logged, type ModelServer, type ModelStep, startModelServer } from './server.ts';

let server: ModelServer | undefined;
afterEach(() => server?.close());

const start = async (...steps: readonly ModelStep[]): Promise<ModelServer> => {
  server = await startModelServer(() => steps);
  return server;
};

/** What comes back for raw bytes, until the other side closes. */
const exchange = (url: string, bytes: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(bytes));
    socket.setEncoding('utf8').on('data', text => {
      answer += text;
    });
    socket.on('error', reject).on('close', () => resolve(answer));
  });

const lines = (requests: readonly Logged[]): readonly string[] =>
  requests.map(({ method, path }) => `${method} ${path}`);

describe('the model server', () => {
  it('refuses to be a proxy, and tells who was asked for', async () => {
    const { url, proxied, requests } = await start();
    expect(await exchange(url, 'CONNECT example.com:443 HTTP/1.1\r\nhost: example.com\r\n\r\n')).toContain(
      '403',
    );
    const plain = 'GET http://example.org/x?y HTTP/1.1\r\nhost: example.org\r\nconnection: close\r\n\r\n';
    expect(await exchange(url, plain)).toContain('403');
    expect(proxied).toEqual(['example.com:443', 'example.org']);
    expect(lines(requests)).toEqual(['CONNECT example.com:443', 'GET http://example.org/x?y']);
  });

  it('refuses websockets', async () => {
    const { url, requests } = await start();
    const upgrade =
      'GET /v1/responses HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n';
    expect(await exchange(url, upgrade)).toContain('426');
    expect(lines(requests)).toEqual(['UPGRADE /v1/responses']);
  });

  const harmless: readonly (readonly [method: string, path: string, status: number, part: string])[] = [
    ['HEAD', '/api/hello', 200, ''],
    ['GET', '/v1/models', 200, '"data"'],
    ['GET', '/v1beta/models', 200, '"models"'],
    ['POST', '/v1/messages/count_tokens?beta=true', 200, '"input_tokens":1000'],
    ['POST', '/v1beta/models/m1:countTokens', 200, '"totalTokens":1000'],
    ['POST', '/telemetry', 404, 'no such path'],
  ];
  it.each(harmless)('answers %s %s with %i', async (method, path, status, part) => {
    const { url, requests } = await start();
    const response = await fetch(url + path, { method });
    expect(response.status).toBe(status);
    expect(await response.text()).toContain(part);
    expect(requests).toMatchObject([{ method, path, format: null, prompt: '' }]);
  });

  it.each(FORMATS)('cuts a message of %s in its middle', async format => {
    const { url } = await start({ say: 'half a message' }, { cut: true });
    for (const streams of [true, false]) {
      const response = await post(url, format, { prompt: 'x' }, streams);
      expect(response.status).toBe(200);
      await expect(response.text()).rejects.toThrow();
    }
  });

  it.each(FORMATS)('tells a fault in %s by status and headers', async format => {
    const { url } = await start({
      fail: { category: 'infra.rate_limit', message: 'slow', retryAfterMs: 9_000 },
    });
    const response = await post(url, format, { prompt: 'x' }, true);
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '9']);
    expect(await response.text()).toContain('slow');
  });

  it('drops the connection where the network fails', async () => {
    const { url } = await start({ fail: { category: 'infra.network', message: 'x' } });
    await expect(post(url, 'chat', { prompt: 'x' })).rejects.toThrow();
  });

  it('stays up when a client is gone, and closes at once while others wait', async () => {
    const { url, close, requests } = await start({ stall: true });
    const waiting = expect(post(url, 'chat', { prompt: 'x' })).rejects.toThrow();
    const gone = request(`${url}/v1/messages`, { method: 'POST' }).on('error', () => {});
    gone.write('{"messages":');
    gone.destroy();
    while (requests.length === 0) await new Promise(resolve => setTimeout(resolve, 5));
    await close();
    await waiting;
  });

  it('tells an error of the test itself', async () => {
    server = await startModelServer(() => {
      throw new Error('bug in play');
    });
    const response = await post(server.url, 'chat', { prompt: 'x' });
    expect(response.status).toBe(500);
    expect(await response.text()).toContain('bug in play');
  });

  it('is fast with a large text', async () => {
    const { url } = await start({ say: 'x'.repeat(1_000_000) });
    const before = performance.now();
    for (const format of FORMATS) await (await post(url, format, { prompt: 'x' }, true)).text();
    expect(performance.now() - before).toBeLessThan(5_000);
  });

  it('can be started by hand', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'model-server-'));
    writeFileSync(join(folder, 'steps.json'), '[{"say":"by hand"}]');
    const program = fileURLToPath(new URL('./main.ts', import.meta.url));
    const child = spawn(process.execPath, [program, '0', join(folder, 'steps.json')]);
    const url = await new Promise<string>(resolve =>
      child.stdout.once('data', text => resolve(String(text))),
    );
    const answer = await (await post(url.trim(), 'chat', { prompt: 'x' })).text();
    child.kill();
    rmSync(folder, { recursive: true });
    expect(answer).toContain('by hand');
  });
});
