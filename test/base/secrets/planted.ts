/** Put together here, so that no scanner takes this file for a leak. None of them opens anything. */
const of = (...parts: readonly string[]): string => parts.join('');
const LETTERS = 'aB3dE5fG7hJ9kL1mN2pQ4rS6tU8vW0xYz';
const some = (length: number): string => LETTERS.repeat(4).slice(0, length);

export const KINDS: Readonly<Record<string, string>> = {
  'Anthropic key': of('sk-', 'ant-api03-', some(40)),
  'OpenAI key': of('sk-', 'proj-', some(40)),
  'OpenRouter key': of('sk-', 'or-v1-', some(40)),
  'Google key': of('AI', 'za', some(35)),
  'GitHub token': of('gh', 'p_', some(36)),
  'fine-grained GitHub token': of('github', '_pat_', some(60)),
  'GitLab token': of('gl', 'pat-', some(20)),
  'AWS key id': of('AK', 'IA', 'ABCDEFGH12345678'),
  'Slack token': of('xo', 'xb-', '123456789012-', some(24)),
  'npm token': of('np', 'm_', some(36)),
  'Hugging Face token': of('h', 'f_', some(34)),
  'Stripe key': of('sk', '_live_', some(24)),
  'web token': of('ey', 'J', some(20), '.ey', 'J', some(30), '.', some(40)),
  'bearer token': of('Bea', 'rer ', some(40)),
};

const BODY = ['MIIEvQIBADANBg', some(64), some(64), 'AgEAAoIBAQ=='].join('\n');
export const PRIVATE_KEY = of('-----BEGIN', ' PRIVATE KEY-----\n', BODY, '\n-----END', ' PRIVATE KEY-----');
