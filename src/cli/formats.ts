/** What commands can be asked to print; apart from the commands, so that help does not load them. */
export const CHECK_FORMATS = ['text', 'json', 'sarif', 'github'] as const;
export type CheckFormat = (typeof CHECK_FORMATS)[number];

export const GRAPH_FORMATS = ['ascii', 'mermaid', 'dot', 'svg', 'json'] as const;
export type GraphFormat = (typeof GRAPH_FORMATS)[number];
