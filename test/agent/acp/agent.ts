/** A small agent that speaks the Agent Client Protocol and does what a test tells it in the variable ACTS. */
import { createInterface } from 'node:readline';

interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: unknown;
  readonly error?: unknown;
}

const acts: Record<string, unknown> = JSON.parse(process.env.ACTS ?? '{}');
const answers = new Map<unknown, (message: Message) => void>();
let asked = 0;

const say = (message: object): void =>
  void process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const update = (change: object): void =>
  say({ method: 'session/update', params: { sessionId: 'one', update: change } });
const words = (text: string): void =>
  update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } });
const ask = (method: string, params: object): Promise<Message> =>
  new Promise(resolve => {
    const id = `q${asked++}`;
    answers.set(id, resolve);
    say({ id, method, params });
  });

createInterface({ input: process.stdin }).on('line', line => {
  const message: Message = JSON.parse(line);
  if (message.method === undefined) answers.get(message.id)?.(message);
  else void obey(message);
});

async function obey({ id, method, params }: Message): Promise<void> {
  const own = acts[method!];
  switch (method) {
    case 'session/prompt':
      return prompted(id);
    case 'session/cancel':
      return say({ id: 'none', result: {} });
    case 'session/load':
      words('told long ago');
      return say({ id, ...(own ? { error: own } : { result: {} }) });
    case 'initialize':
      return say({ id, result: own ?? { protocolVersion: 1, agentCapabilities: { loadSession: true } } });
    case 'session/new':
      return say({ id, result: own ?? { sessionId: 'one' } });
    default:
      words(`${method} ${JSON.stringify(params)}`);
      return say({ id, ...(own ? { error: own } : { result: {} }) });
  }
}

/** Each act is something to print, to ask for, or to end by. */
async function prompted(id: Message['id']): Promise<void> {
  for (const act of (acts.prompt ?? []) as Record<string, unknown>[]) {
    if ('print' in act) process.stdout.write(String(act.print));
    if ('say' in act) words(String(act.say));
    if ('update' in act) update(act.update as object);
    if ('exit' in act) process.exit(Number(act.exit));
    if ('hang' in act) return;
    if ('ask' in act) {
      const { result, error } = await ask(String(act.ask), act.params as object);
      words(JSON.stringify(result ?? error));
    }
    if ('end' in act) return say({ id, ...(act.end as object) });
  }
  say({ id, result: { stopReason: 'end_turn' } });
}
