/**
 * Where programs keep what opens doors, by the manual or source of each; from the user's home. An entry is a file or a
 * folder. To add one: find where the program's own manual says that it keeps keys, put the path into its group, the
 * manual beside it. What an agent or a check needs all the same is opened by `sandbox.open`.
 */
const PACKAGE_MANAGERS = [
  '.npmrc', // npm help npmrc (_authToken)
  '.yarnrc', // the manual of Yarn 1, .yarnrc
  '.yarnrc.yml', // the manual of Yarn, .yarnrc.yml (npmAuthToken), also in the home
  '.config/pnpm/rc', // https://pnpm.io/npmrc
  '.config/pnpm/auth.ini', // https://pnpm.io/settings#auth-file-settings
  '.bunfig.toml', // https://bun.sh/docs/runtime/bunfig (install.registry.token)
  '.pypirc', // https://packaging.python.org/en/latest/specifications/pypirc/
  '.config/pip', // https://pip.pypa.io/en/stable/topics/configuration/ (addresses with passwords)
  '.config/pypoetry/auth.toml', // https://python-poetry.org/docs/repositories/#configuring-credentials
  '.local/share/uv/credentials', // https://docs.astral.sh/uv/concepts/authentication/cli/
  '.condarc', // https://docs.conda.io/projects/conda/en/stable/user-guide/configuration/use-condarc.html (channels with tokens)
  '.cargo/credentials.toml', // https://doc.rust-lang.org/cargo/reference/config.html#credentials
  '.cargo/credentials', // the same, before Cargo 1.39
  '.gem/credentials', // https://guides.rubygems.org/api-key-scopes/
  '.local/share/gem/credentials', // https://github.com/rubygems/rubygems (Gem.credentials_path)
  '.bundle/config', // https://bundler.io/man/bundle-config.1.html (credentials for gem sources)
  '.m2/settings.xml', // https://maven.apache.org/settings.html#Servers
  '.m2/settings-security.xml', // https://maven.apache.org/guides/mini/guide-encryption.html
  '.gradle/gradle.properties', // https://docs.gradle.org/current/userguide/build_environment.html
  '.gradle/init.d', // https://docs.gradle.org/current/userguide/init_scripts.html (repositories with passwords)
  '.ivy2/.credentials', // https://www.scala-sbt.org/1.x/docs/Publishing.html#Credentials
  '.sbt/.credentials', // the same
  '.config/coursier/credentials.properties', // https://get-coursier.io/docs/other-credentials
  '.nuget/NuGet', // https://learn.microsoft.com/nuget/consume-packages/configuring-nuget-behavior
  '.config/NuGet', // the same
  '.composer/auth.json', // https://getcomposer.org/doc/articles/authentication-for-private-packages.md
  '.config/composer/auth.json', // the same
  '.hex/hex.config', // https://hexdocs.pm/hex/Mix.Tasks.Hex.User.html
  '.config/hex/hex.config', // the same, by the XDG rules
  '.config/dart/pub-tokens.json', // https://dart.dev/tools/pub/cmd/pub-token
  '.pub-cache/credentials.json', // https://dart.dev/tools/pub/cmd/pub-login
  '.conan2/credentials.json', // https://docs.conan.io/2/reference/config_files/credentials.html
  '.config/nix', // https://nix.dev/manual/nix/stable/command-ref/conf-file (access-tokens)
];

const CODE_HOSTS = [
  '.netrc', // https://everything.curl.dev/usingcurl/netrc.html
  '.authinfo', // https://www.gnu.org/software/emacs/manual/html_mono/auth.html
  '.git-credentials', // https://git-scm.com/docs/git-credential-store
  '.config/git/credentials', // the same
  '.git-credential-cache', // https://git-scm.com/docs/git-credential-cache (its socket)
  '.cache/git/credential', // the same
  '.config/gh', // https://cli.github.com/manual/gh_auth_login
  '.config/hub', // https://hub.github.com/hub.1.html
  '.config/glab-cli', // https://gitlab.com/gitlab-org/cli
  '.subversion/auth', // https://svnbook.red-bean.com/en/1.7/svn.serverconfig.netmodel.html#svn.serverconfig.netmodel.creds
  '.hgrc', // https://www.mercurial-scm.org/doc/hgrc.5.html#auth
  '.ssh', // https://man.openbsd.org/ssh#FILES
  '.gnupg', // https://www.gnupg.org/documentation/manuals/gnupg/GPG-Configuration.html (S.gpg-agent, too)
];

const CLOUDS = [
  '.aws', // https://docs.aws.amazon.com/cli/latest/userguide/cli-configure-files.html
  '.awsvault', // https://github.com/99designs/aws-vault
  '.azure', // https://learn.microsoft.com/cli/azure/azure-cli-configuration
  '.config/gcloud', // https://cloud.google.com/sdk/docs/configurations
  '.boto', // https://cloud.google.com/storage/docs/boto-gsutil
  '.gsutil', // the same
  '.s3cfg', // https://s3tools.org/kb/item14.htm
  '.passwd-s3fs', // https://github.com/s3fs-fuse/s3fs-fuse
  '.config/rclone', // https://rclone.org/docs/#config-string
  '.config/doctl', // https://docs.digitalocean.com/reference/doctl/
  '.config/hcloud', // https://github.com/hetznercloud/cli
  '.config/scw', // https://www.scaleway.com/en/docs/scaleway-cli/
  '.oci', // https://docs.oracle.com/iaas/Content/API/Concepts/sdkconfig.htm
  '.aliyun', // https://www.alibabacloud.com/help/cli
  '.fly/config.yml', // https://fly.io/docs/flyctl/
  '.local/share/heroku', // https://devcenter.heroku.com/articles/authentication (with ~/.netrc)
  '.vercel', // https://vercel.com/docs/cli/global-options
  '.local/share/com.vercel.cli', // the same
  '.config/com.vercel.cli', // the same
  '.config/netlify', // https://docs.netlify.com/cli/get-started/
  '.config/.wrangler', // https://developers.cloudflare.com/workers/wrangler/
  '.cloudflared', // https://developers.cloudflare.com/cloudflare-one/connections/connect-networks/
  '.config/configstore', // https://github.com/sindresorhus/configstore (firebase-tools and many others keep tokens in it)
  '.config/stripe', // https://docs.stripe.com/cli
  '.config/ngrok', // https://ngrok.com/docs/agent/config/
  '.ngrok2', // the same, version 2
  '.terraform.d', // https://developer.hashicorp.com/terraform/cli/config/config-file
  '.terraformrc', // the same
  '.pulumi/credentials.json', // https://www.pulumi.com/docs/iac/cli/commands/pulumi_login/
  '.vault-token', // https://developer.hashicorp.com/vault/docs/commands/token-helper
  '.config/sops', // https://github.com/getsops/sops (age/keys.txt)
  '.ansible/galaxy_token', // https://docs.ansible.com/ansible/latest/galaxy/user_guide.html (galaxy_token)
  '.databrickscfg', // https://docs.databricks.com/dev-tools/auth/config-profiles
  '.snowsql', // https://docs.snowflake.com/user-guide/snowsql-config
  '.snowflake', // https://docs.snowflake.com/developer-guide/snowflake-cli/connecting/configure-cli
  '.dbt', // https://docs.getdbt.com/docs/core/connect-data-platform/profiles.yml
  '.cache/huggingface/token', // https://huggingface.co/docs/huggingface_hub/package_reference/environment_variables
  '.cache/huggingface/stored_tokens', // the same
  '.kaggle', // https://github.com/Kaggle/kaggle-api
  '.modal.toml', // https://modal.com/docs/reference/modal.config
  '.sentryclirc', // https://docs.sentry.io/cli/configuration/
  '.circleci', // https://circleci.com/docs/local-cli/
  '.doppler', // https://docs.doppler.com/docs/cli
];

const CONTAINERS = [
  '.docker', // https://docs.docker.com/reference/cli/docker/login/ (config.json, run/docker.sock, desktop/)
  '.config/containers/auth.json', // https://github.com/containers/image/blob/main/docs/containers-auth.json.5.md
  '.kube', // https://kubernetes.io/docs/concepts/configuration/organize-cluster-access-kubeconfig/
  '.minikube', // https://minikube.sigs.k8s.io (client keys)
  '.colima', // https://github.com/abiosoft/colima (docker.sock)
  '.lima', // https://lima-vm.io/docs (sockets and keys)
  '.rd', // https://docs.rancherdesktop.io (docker.sock)
  '.orbstack', // https://docs.orbstack.dev (run/docker.sock)
];

const DATABASES = [
  '.pgpass', // https://www.postgresql.org/docs/current/libpq-pgpass.html
  '.pg_service.conf', // https://www.postgresql.org/docs/current/libpq-pgservice.html
  '.my.cnf', // https://dev.mysql.com/doc/refman/8.4/en/option-files.html
  '.mylogin.cnf', // https://dev.mysql.com/doc/refman/8.4/en/mysql-config-editor.html
  '.mongodb', // https://www.mongodb.com/docs/mongodb-shell/ (history and settings)
  '.local/share/DBeaverData', // https://dbeaver.com/docs/dbeaver/Admin-Manage-Connections/
];

const WALLETS = [
  '.bitcoin', // https://github.com/bitcoin/bitcoin/blob/master/doc/files.md
  '.litecoin', // the same, as forks have it
  '.dogecoin', // the same
  '.dashcore', // the same
  '.bitmonero', // https://docs.getmonero.org
  '.electrum', // https://electrum.readthedocs.io
  '.ethereum', // https://geth.ethereum.org/docs/fundamentals/account-management (keystore)
  '.foundry/keystores', // https://getfoundry.sh/cast/reference/wallet
  '.config/solana', // https://docs.anza.xyz/cli/wallets
  '.lnd', // https://docs.lightning.engineering
  '.lightning', // https://docs.corelightning.org
  '.config/Ledger Live', // https://support.ledger.com
  '.walletwasabi', // https://docs.wasabiwallet.io
];

const BROWSERS = [
  '.mozilla', // https://support.mozilla.org/kb/profiles-where-firefox-stores-user-data
  '.config/mozilla', // the same, by the XDG rules
  '.librewolf', // https://librewolf.net/docs
  '.config/google-chrome', // https://chromium.googlesource.com/chromium/src/+/main/docs/user_data_dir.md
  '.config/google-chrome-beta', // the same
  '.config/google-chrome-unstable', // the same
  '.config/chromium', // the same
  '.config/BraveSoftware', // the same layout
  '.config/microsoft-edge', // the same layout
  '.config/vivaldi', // the same layout
  '.config/opera', // the same layout
  '.local/share/qutebrowser', // https://qutebrowser.org/doc/help/settings.html
  '.local/share/epiphany', // https://apps.gnome.org/Epiphany/
  '.var/app', // https://docs.flatpak.org/en/latest/sandbox-permissions.html (all that Flatpak applications keep)
  'snap', // https://snapcraft.io/docs/data-locations (all that snaps keep)
];

const MAIL_AND_TALK = [
  '.thunderbird', // https://support.mozilla.org/kb/profiles-where-thunderbird-stores-user-data
  '.local/share/evolution', // https://help.gnome.org/users/evolution/stable/
  '.config/evolution', // the same
  '.mutt', // http://www.mutt.org/doc/manual/
  '.muttrc', // the same
  '.config/neomutt', // https://neomutt.org/guide
  '.msmtprc', // https://marlam.de/msmtp/msmtp.html
  '.mbsyncrc', // https://isync.sourceforge.io/mbsync.html
  '.offlineimaprc', // https://www.offlineimap.org/doc
  '.fetchmailrc', // https://www.fetchmail.info/fetchmail-man.html
  '.config/Slack', // Electron's profile of each: cookies and tokens (https://www.electronjs.org/docs/latest/api/app#appgetpathname)
  '.config/discord', // the same
  '.config/Signal', // the same
  '.config/Element', // the same
  '.local/share/TelegramDesktop', // https://github.com/telegramdesktop/tdesktop
  '.weechat', // https://weechat.org/doc/weechat/user
  '.config/weechat', // the same
  '.irssi', // https://irssi.org/documentation/manual/
  '.purple', // https://developer.pidgin.im (accounts.xml)
];

/** Where people type keys into, and where those are exported from. */
const SHELLS = [
  '.bash_history', // https://www.gnu.org/software/bash/manual/bash.html#Bash-History-Facilities
  '.zsh_history', // https://zsh.sourceforge.io/Doc/Release/Options.html#History
  '.histfile', // the same, as zsh-newuser-install names it
  '.history', // https://www.tcsh.org
  '.sh_history', // https://pubs.opengroup.org/onlinepubs/9799919799/utilities/sh.html
  '.local/share/fish', // https://fishshell.com/docs/current/cmds/history.html
  '.config/fish', // https://fishshell.com/docs/current/language.html#configuration (universal variables are kept there)
  '.local/share/atuin', // https://docs.atuin.sh
  '.local/share/powershell', // https://learn.microsoft.com/powershell/module/psreadline/about/about_psreadline
  '.bashrc', // https://www.gnu.org/software/bash/manual/bash.html#Bash-Startup-Files
  '.bash_profile', // the same
  '.bash_login', // the same
  '.bash_aliases', // the same, on Debian
  '.profile', // the same
  '.zshrc', // https://zsh.sourceforge.io/Doc/Release/Files.html
  '.zshenv', // the same
  '.zprofile', // the same
  '.zlogin', // the same
  '.pam_environment', // https://man7.org/linux/man-pages/man5/pam_env.conf.5.html
  '.config/environment.d', // https://www.freedesktop.org/software/systemd/man/latest/environment.d.html
  '.env', // https://www.dotenv.org
  '.envrc', // https://direnv.net
  '.config/direnv', // the same
  '.python_history', // https://docs.python.org/3/library/site.html#rlcompleter-config
  '.ipython', // https://ipython.readthedocs.io/en/stable/development/config.html (history.sqlite)
  '.node_repl_history', // https://nodejs.org/api/repl.html#environment-variable-options
  '.irb_history', // https://docs.ruby-lang.org/en/master/IRB.html
  '.php_history', // https://www.php.net/manual/features.commandline.interactive.php
  '.Rhistory', // https://stat.ethz.ch/R-manual/R-devel/library/utils/html/savehistory.html
  '.gdb_history', // https://sourceware.org/gdb/current/onlinedocs/gdb/Command-History.html
  '.psql_history', // https://www.postgresql.org/docs/current/app-psql.html
  '.mysql_history', // https://dev.mysql.com/doc/refman/8.4/en/mysql-logging.html
  '.mariadb_history', // https://mariadb.com/kb/en/mariadb-command-line-client/
  '.sqlite_history', // https://sqlite.org/cli.html
  '.dbshell', // https://www.mongodb.com/docs/v4.4/reference/program/mongo/
  '.duckdb_history', // https://duckdb.org/docs/stable/clients/cli/overview
  '.viminfo', // https://vimhelp.org/starting.txt.html#viminfo (registers)
  '.local/state/nvim/shada', // https://neovim.io/doc/user/starting.html#shada
];

const PASSWORD_STORES = [
  '.password-store', // https://www.passwordstore.org
  '.local/share/gopass', // https://github.com/gopasspw/gopass
  '.config/gopass', // the same
  '.local/share/keyrings', // https://wiki.gnome.org/Projects/GnomeKeyring
  '.local/share/kwalletd', // https://docs.kde.org/stable5/en/kwalletmanager/kwallet5/
  '.config/op', // https://developer.1password.com/docs/cli
  '.1password', // https://developer.1password.com/docs/ssh/get-started (agent.sock)
  '.config/1Password', // the same
  '.config/Bitwarden', // https://bitwarden.com/help/data-storage/
  '.config/Bitwarden CLI', // https://bitwarden.com/help/cli/
  '.bitwarden-ssh-agent.sock', // https://bitwarden.com/help/ssh-agent/
  '.config/rbw', // https://github.com/doy/rbw
  '.local/share/rbw', // the same
  '.lastpass', // https://github.com/lastpass/lastpass-cli
  '.age', // https://github.com/FiloSottile/age
  '.config/age', // the same
  '.pki', // https://wiki.mozilla.org/NSS_Shared_DB (client certificates)
  '.google_authenticator', // https://github.com/google/google-authenticator-libpam
  '.putty', // https://the.earth.li/~sgtatham/putty/latest/htmldoc/
  '.config/filezilla', // https://wiki.filezilla-project.org
];

/** What an agent needs of its own is brought back by its driver. */
const AGENTS = [
  '.claude', // https://docs.claude.com/en/docs/claude-code/settings
  '.claude.json', // the same
  '.config/Claude', // https://support.claude.com (desktop)
  '.codex', // https://developers.openai.com/codex/config-reference
  '.gemini', // https://geminicli.com/docs/reference/configuration/
  '.pi', // https://github.com/badlogic/pi-mono
  '.local/share/opencode', // https://opencode.ai/docs/providers
  '.config/opencode', // https://opencode.ai/docs/config (keys of providers)
  '.qwen', // https://github.com/QwenLM/qwen-code
  '.kimi', // https://github.com/MoonshotAI/kimi-cli
  '.copilot', // https://docs.github.com/copilot/how-tos/copilot-cli
  '.config/github-copilot', // the same, of editors
  '.config/goose', // https://block.github.io/goose/docs
  '.aider.conf.yml', // https://aider.chat/docs/config/aider_conf.html (keys)
  '.continue', // https://docs.continue.dev
  '.cursor', // https://cursor.com/docs/cli
  '.config/Cursor', // the same, of the editor
  '.config/io.datasette.llm', // https://llm.datasette.io/en/stable/setup.html (keys.json)
  '.ollama', // https://docs.ollama.com (id_ed25519)
  '.config/phasewright', // docs/settings.md
];

const EDITORS = [
  '.config/Code', // https://code.visualstudio.com/docs (state.vscdb has secrets; sockets of open windows)
  '.config/Code - Insiders', // the same
  '.config/VSCodium', // the same
  '.vscode-server', // https://code.visualstudio.com/docs/remote/faq (sockets, tokens)
  '.cursor-server', // the same
  '.emacs.d/server', // https://www.gnu.org/software/emacs/manual/html_node/emacs/TCP-Emacs-server.html
];

/** From the user's home: what opens doors, and what is run later without anybody looking. */
export const KEY_PLACES: readonly string[] = [
  ...PACKAGE_MANAGERS,
  ...CODE_HOSTS,
  ...CLOUDS,
  ...CONTAINERS,
  ...DATABASES,
  ...WALLETS,
  ...BROWSERS,
  ...MAIL_AND_TALK,
  ...SHELLS,
  ...PASSWORD_STORES,
  ...AGENTS,
  ...EDITORS,
];
