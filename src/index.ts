/** Phasewright as a library: reading plans and what follows from their graph. */
export { type Analysis, analyse } from './plan/analysis.ts';
export { convert } from './plan/convert/convert.ts';
export type { ConvertFormat } from './plan/convert/formats.ts';
export type { Diagnostic, DiagnosticCode, Severity } from './plan/diagnostic.ts';
export type { Batch } from './plan/graph/graph.ts';
export type { Format, Phase, Plan, Subtask, SubtaskType } from './plan/model.ts';
export { type Parsed, type ParseOptions, parse } from './plan/parse.ts';
