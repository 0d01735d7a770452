/** What keys and tokens look like, and whose they are. Each begins with letters that hardly anything else begins with. */
export const FORMS: readonly (readonly [name: string, form: RegExp])[] = [
  ['Anthropic key', /(?<=^|\W|\\[nrt])sk-ant-[\w-]{16,}/g],
  ['OpenRouter key', /(?<=^|\W|\\[nrt])sk-or-[\w-]{16,}/g],
  ['API key', /(?<=^|\W|\\[nrt])sk-[\w-]{20,}/g],
  ['Google key', /(?<=^|\W|\\[nrt])AIza[\w-]{35}/g],
  ['Google token', /(?<=^|\W|\\[nrt])ya29\.[\w-]{20,}/g],
  ['GitHub token', /(?<=^|\W|\\[nrt])gh[pousr]_[A-Za-z0-9]{30,}/g],
  ['GitHub token', /(?<=^|\W|\\[nrt])github_pat_\w{20,}/g],
  ['GitLab token', /(?<=^|\W|\\[nrt])glpat-[\w-]{20,}/g],
  ['AWS key id', /(?<=^|\W|\\[nrt])(?:AKIA|ASIA)[A-Z0-9]{16}\b/g],
  ['Slack token', /(?<=^|\W|\\[nrt])xox[abeoprs]-[\w-]{10,}/g],
  ['Slack webhook', /(?<=^|\W|\\[nrt])hooks\.slack\.com\/services\/[\w/]{20,}/g],
  ['npm token', /(?<=^|\W|\\[nrt])npm_[A-Za-z0-9]{36}/g],
  ['PyPI token', /(?<=^|\W|\\[nrt])pypi-[\w-]{40,}/g],
  ['Hugging Face token', /(?<=^|\W|\\[nrt])hf_[A-Za-z0-9]{30,}/g],
  ['Stripe key', /(?<=^|\W|\\[nrt])[rs]k_(?:live|test)_[A-Za-z0-9]{16,}/g],
  ['SendGrid key', /(?<=^|\W|\\[nrt])SG\.[\w-]{16,40}\.[\w-]{16,}/g],
  ['DigitalOcean token', /(?<=^|\W|\\[nrt])do[opr]_v1_[a-f0-9]{40,}/g],
  ['web token', /(?<=^|\W|\\[nrt])eyJ[\w-]{10,4000}\.eyJ[\w-]{10,}\.[\w-]{10,}/g],
  ['bearer token', /(?<=^|\W|\\[nrt])[Bb]earer [\w.~+/-]{20,}/g],
];

/** The password in an address with a password before the host, with or without a name: `redis://:PASSWORD@host`. */
export const IN_ADDRESS = /(?<=:\/\/[^\s/:@'"]{0,100}:)[^\s/@'"]{3,200}(?=@)/g;
