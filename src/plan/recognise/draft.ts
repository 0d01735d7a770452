import type { DiagnosticCode, Severity } from '../diagnostic.ts';
import type { Section } from '../markdown/outline.ts';
import type { Format, SubtaskType } from '../model.ts';
import { type Content, emptyContent, type Statement } from './content.ts';
import type { Header } from './header.ts';
import type { Estimate } from './markers.ts';
import type { UnitTitle } from './unit-title.ts';

/** A unit of work as the document states it: names of other units are still words. */
export interface Draft {
  readonly kind: string;
  id: string;
  title: string;
  readonly line: number;
  readonly endLine: number;
  description: string;
  done: boolean;
  optional: boolean;
  gated: boolean;
  allowEmpty: boolean;
  noFiles: boolean;
  parallel: boolean;
  estimate: Estimate | null;
  type: SubtaskType | null;
  readonly dependsOn: Statement[];
  readonly blocks: Statement[];
  readonly parallelWith: Statement[];
  readonly files: string[];
  readonly deliverables: string[];
  readonly criteria: string[];
  readonly outsidePaths: readonly Statement[];
  children: Draft[];
  /** The phase out of which a task was lifted to be a phase of its own. */
  within: { readonly kind: string; readonly id: string } | null;
  group: string | null;
  /** Where the dependencies were stated as a cell or field, a bare id that is unknown is an error, not prose. */
  strict: boolean;
}

/** What a recogniser of one shape hands on. */
export interface Recognised {
  /** `subtasks`: the units are bare subtasks from which phases are computed. */
  readonly format: Format;
  readonly units: Draft[];
  readonly findings: Finding[];
  /** Groups of units in the order in which an "Execution Order" section puts them. */
  readonly order: readonly Statement[];
}

export interface Finding {
  readonly severity: Severity;
  readonly code: DiagnosticCode;
  readonly message: string;
  readonly line: number;
  readonly endLine?: number;
  readonly hint: string;
}

/** The whole document as recognisers see it. */
export interface Document {
  readonly text: string;
  readonly root: Section;
  readonly header: Header;
}

interface DraftPlace {
  readonly line: number;
  readonly endLine: number;
  readonly description: string;
}

export function newDraft(title: UnitTitle, place: DraftPlace, content: Content = emptyContent()): Draft {
  const { markers } = title;
  return {
    kind: title.kind,
    id: title.id,
    title: title.title,
    ...place,
    done: markers.done || content.done === true,
    optional: markers.optional || content.optional,
    gated: markers.gated || content.gated,
    allowEmpty: content.allowEmpty,
    noFiles: content.noFiles,
    parallel: markers.parallel,
    estimate: markers.estimate ?? content.estimate,
    type: markers.type ?? content.type,
    dependsOn: [...stated(markers.dependsOn, place.line), ...content.dependsOn],
    blocks: [...content.blocks],
    parallelWith: [...stated(markers.parallelWith, place.line), ...content.parallelWith],
    files: content.files,
    deliverables: content.deliverables,
    criteria: content.criteria,
    outsidePaths: content.outsidePaths,
    children: [],
    within: null,
    group: null,
    strict: false,
  };
}

/** Whether a unit says that it may change nothing. One that names files all the same does not. */
export function mayChangeNothing(draft: Draft): boolean {
  const { allowEmpty, noFiles, files, children } = draft;
  if (allowEmpty) return true;
  if (files.length > 0) return false;
  if (noFiles) return children.every(child => child.files.length === 0);
  return children.length > 0 && children.every(mayChangeNothing);
}

const stated = (text: string, line: number): Statement[] => (text ? [{ text, line }] : []);
