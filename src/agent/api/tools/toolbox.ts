import { editTool } from './edit.ts';
import { gitTool } from './git.ts';
import { grepTool } from './grep.ts';
import { listTool } from './list.ts';
import { readTool } from './read.ts';
import { shellTool } from './shell.ts';
import type { AgentTool } from './tool.ts';
import { writeTool } from './write.ts';

const READING = [readTool, listTool, grepTool];

/** What a session may use. One that may only read has no tool that writes, and no shell that could. */
export const toolbox = (readOnly: boolean): readonly AgentTool[] =>
  readOnly ? [...READING, gitTool] : [...READING, writeTool, editTool, shellTool];
