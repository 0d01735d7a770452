import { unreachable } from '../../base/unreachable.ts';
import type { Preset } from '../../run/policies.ts';

/** Where the value of a setting comes from. */
export type Origin =
  /** `because` names the setting that the default depends on; empty where it depends on none. */
  | { readonly from: 'default'; readonly because: string }
  | { readonly from: 'preset'; readonly preset: Preset | 'guarded' }
  | {
      readonly from: 'file';
      readonly whose: FileOwner;
      readonly file: string;
      readonly line: number;
    }
  | { readonly from: 'profile'; readonly profile: string; readonly file: string; readonly line: number }
  | { readonly from: 'environment'; readonly variable: string }
  | { readonly from: 'set' }
  | { readonly from: 'flag'; readonly flag: string };

export type FileOwner = 'user' | 'repository';

/** The origin in words. */
export function originText(origin: Origin): string {
  switch (origin.from) {
    case 'default':
      return origin.because === '' ? 'default' : `default with ${origin.because}`;
    case 'preset':
      return `preset ${origin.preset}`;
    case 'file':
      return `${origin.whose} file ${origin.file}:${origin.line}`;
    case 'profile':
      return `profile ${origin.profile} (${origin.file}:${origin.line})`;
    case 'environment':
      return `environment ${origin.variable}`;
    case 'set':
      return '--set';
    case 'flag':
      return origin.flag;
    default:
      return unreachable(origin);
  }
}

/** What a complaint about a value begins with. */
export function placeOf(origin: Origin): string {
  switch (origin.from) {
    case 'file':
    case 'profile':
      return `${origin.file}:${origin.line}`;
    case 'environment':
      return origin.variable;
    case 'default':
    case 'preset':
    case 'set':
    case 'flag':
      return originText(origin);
    default:
      return unreachable(origin);
  }
}
