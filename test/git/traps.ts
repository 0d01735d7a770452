/** Settings by which git runs the program that they name. */
export const PROGRAM_SETTINGS = [
  ...['core.fsmonitor', 'core.editor', 'sequence.editor', 'core.pager', 'pager.diff', 'pager.log'],
  ...['core.askPass', 'core.sshCommand', 'core.gitProxy', 'core.alternateRefsCommand', 'credential.helper'],
  ...['diff.external', 'interactive.diffFilter', 'gc.recentObjectsHook', 'uploadpack.packObjectsHook'],
] as const;

/** Those that need another setting or an attribute beside them. */
export const PROGRAM_SETTINGS_OF_TWO = ['gpg.program', 'diff.evil.textconv', 'diff.evil.command'] as const;

/** Hooks that git runs while it does what we ask of it. */
export const HOOKS = [
  ...['pre-commit', 'prepare-commit-msg', 'commit-msg', 'post-commit', 'post-rewrite'],
  ...['post-checkout', 'post-index-change', 'reference-transaction'],
] as const;
