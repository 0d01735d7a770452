export interface Requirement {
  readonly id: string;
  readonly text: string;
}

export interface RequirementList {
  readonly requirements: readonly Requirement[];
  /** What is wrong with the list, each with its line. */
  readonly problems: readonly string[];
}

/** Reads `id <tab> requirement <tab> conflicts_with`, a header line first. */
export function parseRequirements(tsv: string): RequirementList {
  const requirements = new Map<string, Requirement>();
  const problems: string[] = [];
  for (const [index, line] of tsv.split(/\r?\n/).entries()) {
    if (index === 0 || line === '') continue;
    const [id = '', text = ''] = line.split('\t');
    const at = `line ${index + 1}`;
    if (!/^\d{3}-\d{2}$/.test(id) || text === '') problems.push(`${at} is not an id and a requirement`);
    else if (requirements.has(id)) problems.push(`${at} has ${id} a second time`);
    else requirements.set(id, { id, text });
  }
  if (requirements.size === 0) problems.push('there is no requirement');
  return { requirements: [...requirements.values()], problems };
}
