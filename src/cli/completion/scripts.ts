import type { Shell } from '../formats.ts';

// Bash takes words apart at colons and equals signs, and completes the last piece only: pieces are put together again,
// and what stands before the last one is taken off the candidates. Bash 3 has no compopt and offers files more often.
const BASH = `_phasewright() {
  local line=\${COMP_LINE:0:COMP_POINT} words=() index piece gap current mark head cut= found word
  for ((index = 0; index <= COMP_CWORD; index++)); do
    gap=\${line%%[![:space:]]*}
    line=\${line#"$gap"}
    piece=\${COMP_WORDS[index]}
    ((index == COMP_CWORD)) && piece=$line
    if ((index > 0)) && [[ -z $gap ]]; then
      words[\${#words[@]} - 1]+=$piece
    else
      words+=("$piece")
    fi
    line=\${line#"$piece"}
  done
  current=\${words[\${#words[@]} - 1]}
  for mark in = :; do
    head=\${current%"\${current##*"$mark"}"}
    [[ $COMP_WORDBREAKS == *"$mark"* && \${#head} -gt \${#cut} ]] && cut=$head
  done
  COMPREPLY=()
  found=$(phasewright complete-words -- "\${words[@]:1}" 2>/dev/null) || return 0
  compopt +o default -o nosort 2>/dev/null || compopt +o default 2>/dev/null
  while IFS= read -r word; do
    word=\${word%%$'\\t'*}
    [[ -n $word && $word == "$current"* ]] && COMPREPLY+=("$(printf %q "\${word#"$cut"}")")
  done <<<"$found"
  return 0
}
complete -o default -F _phasewright phasewright
`;

const ZSH = `#compdef phasewright
_phasewright() {
  local found line
  local -a values shown
  found=$(phasewright complete-words -- "\${(@Q)words[2,CURRENT-1]}" "$PREFIX" 2>/dev/null) || { _files; return }
  for line in \${(f)found}; do
    values+=("\${line%%$'\\t'*}")
    shown+=("\${\${line/$'\\t'/  -- }%  -- }")
  done
  compadd -V phasewright -l -d shown -a values
}
if [[ $funcstack[1] == _phasewright ]]; then
  _phasewright "$@"
else
  (( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
  compdef _phasewright phasewright
fi
`;

const FISH = `function __phasewright_words
  set -l words (commandline -opc)
  set -l current (commandline -ct)
  if set -l found (phasewright complete-words -- $words[2..-1] "$current" 2>/dev/null)
    printf '%s\\n' $found
  else
    __fish_complete_path "$current"
  end
end
complete -c phasewright -f -k -a '(__phasewright_words)'
`;

/**
 * They ask `complete-words` for lines of a word, a tab and what it means. Where that fails, which it also does where a
 * file is wanted, the shell completes files.
 */
export const SCRIPTS: Readonly<Record<Shell, string>> = { bash: BASH, zsh: ZSH, fish: FISH };
