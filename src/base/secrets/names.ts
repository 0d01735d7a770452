/** A kind of variable whose value is to be kept to oneself. */
export interface SecretKind {
  /** What is known by such a name, in a sentence. */
  readonly says: string;
  readonly names: RegExp;
  /** Names of the kind, of services that people use. */
  readonly examples: readonly string[];
}

/** By their names, in any letters. What comes after `_` may follow: `API_KEY_2`. */
export const SECRET_KINDS: readonly SecretKind[] = [
  {
    says: 'Keys of services, of signing and of encryption.',
    names: /(?:^|_)(?:\w*KEY|\w*KEYS|SK|SAS)(?:_\w*)?$/i,
    examples: ['OPENAI_API_KEY', 'AWS_SECRET_ACCESS_KEY', 'STRIPE_SK', 'APIKEY', 'SIGNING_KEYS', 'BLOB_SAS'],
  },
  {
    says: 'Tokens, by which a program speaks for its user.',
    names: /(?:^|_)(?:\w*TOKEN|PAT|JWT|BEARER|OTP|TOTP)(?:_\w*)?$/i,
    examples: ['GITHUB_TOKEN', 'GITHUB_PAT', 'AZURE_DEVOPS_EXT_PAT', 'npm_config__authToken', 'SESSION_JWT'],
  },
  {
    says: 'Passwords and pass phrases.',
    names:
      /(?:^|_)(?:\w*PASSWORD|\w*PASSWD|\w*PASSPHRASE|PASS|SSHPASS|PASSCODE)(?:_\w*)?$|^\w{1,100}_PWD(?:_\w*)?$/i,
    examples: ['PGPASSWORD', 'MYSQL_PWD', 'SSHPASS', 'SMTP_PASS', 'GPG_PASSPHRASE', 'RESTIC_PASSWORD'],
  },
  {
    says: 'Whatever calls itself a secret, and what passwords and codes are made with.',
    names: /(?:^|_)(?:\w*SECRETS?|SECRET\w*|SALT|PEPPER|MNEMONIC|SEED_PHRASE)(?:_\w*)?$/i,
    examples: ['CLIENT_SECRET', 'SECRET_KEY_BASE', 'AUTH0CLIENTSECRET', 'PASSWORD_SALT', 'WALLET_MNEMONIC'],
  },
  {
    says: 'Logins: credentials, what is sent in a header, cookies.',
    names: /(?:^|_)(?:CREDENTIALS?|CREDS?|AUTH|\w*AUTHORIZATION|COOKIES?)(?:_\w*)?$/i,
    examples: ['NPM_AUTH', 'DOCKER_AUTH_CONFIG', 'REDISCLI_AUTH', 'GOOGLE_CREDENTIALS', 'HTTP_AUTHORIZATION'],
  },
  {
    says: 'Addresses that open something to whoever knows them: webhooks, databases, reporting.',
    names: /(?:^|_)(?:\w*WEBHOOK\w*|\w*DATABASE_URL|DSN|\w*CONN(?:ECTION)?_?STR(?:ING)?)(?:_\w*)?$/i,
    examples: ['SLACK_WEBHOOK', 'DISCORD_WEBHOOK_URL', 'DATABASE_URL', 'SENTRY_DSN', 'DB_CONNECTION_STRING'],
  },
];

/** By such a name a program is told where a secret lies, or who asks for it. */
const PLACE = /(?:_|^|SSH_|SUDO_)(?:FILE|PATH|DIR|SOCK|HOME|ASKPASS|HELPER|COMMAND)$/i;

export const isSecretName = (name: string): boolean =>
  !PLACE.test(name) && SECRET_KINDS.some(({ names }) => names.test(name));
