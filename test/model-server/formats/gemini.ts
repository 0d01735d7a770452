import { chunks } from '../chunks.ts';
import type { Format } from '../format.ts';
import { isObject, type Json, list, object, objects, string, texts } from '../json.ts';
import type { Entry, Question } from '../question.ts';
import { type Frame, newId, type Part, type Reply, type Usage } from '../reply.ts';

/** Gemini `generateContent`. */
export const gemini: Format = { name: 'gemini', read, whole, frames };

export const GEMINI_PATH = /\/models\/([^/:]+):(generateContent|streamGenerateContent|countTokens)$/;

/** Model and kind of answer stand in the path. */
function read(body: Json, path: string): Question {
  const [, model = '', verb] = GEMINI_PATH.exec(path) ?? [];
  const choice = object(object(body.toolConfig).functionCallingConfig);
  const only = list(choice.allowedFunctionNames);
  return {
    model: decodeURIComponent(model),
    system: texts(object(body.systemInstruction).parts).join('\n'),
    entries: objects(body.contents).flatMap(entryOf),
    tools: objects(body.tools)
      .flatMap(tool => objects(tool.functionDeclarations))
      .map(tool => ({
        name: string(tool.name),
        kind: 'function',
        schema: object(tool.parametersJsonSchema ?? tool.parameters),
      })),
    forced: choice.mode === 'ANY' && only.length > 0 ? string(only[0]) : null,
    schema: schemaOf(object(body.generationConfig)),
    streams: verb === 'streamGenerateContent',
  };
}

function entryOf({ role, parts }: Json): readonly Entry[] {
  const has = (key: string): boolean => objects(parts).some(part => key in part);
  if (role === 'model') return has('functionCall') ? [{ called: true }] : [];
  return has('functionResponse') ? [] : [{ texts: texts(parts) }];
}

function schemaOf({ responseJsonSchema, responseSchema, responseMimeType }: Json): Json | null {
  const schema = responseJsonSchema ?? responseSchema;
  if (isObject(schema)) return schema;
  return responseMimeType === 'application/json' ? {} : null;
}

const usageOf = ({ input, output }: Usage): Json => ({
  promptTokenCount: input,
  candidatesTokenCount: output,
  totalTokenCount: input + output,
});

/** Agents send signatures back; nobody can check this one. */
const SIGNATURE = 'c2lnbmF0dXJl';

function lastParts({ call }: Reply): readonly Json[] {
  if (call?.kind !== 'function') return [];
  const functionCall = { id: newId('call_'), name: call.tool.name, args: call.args };
  return [{ functionCall, thoughtSignature: SIGNATURE }];
}

const partsOf = (part: Exclude<Part, { waitMs: number }>, words: string): readonly Json[] =>
  'text' in part ? [{ text: words }] : [{ text: words, thought: true }];

const candidate = (parts: readonly Json[], ending?: Json): Json => ({
  content: { role: 'model', parts },
  index: 0,
  ...ending,
});

const ending = ({ refusal }: Reply): Json =>
  refusal === null ? { finishReason: 'STOP' } : { finishReason: 'SAFETY', finishMessage: refusal };

const envelope = ({ model }: Reply): Json => ({ modelVersion: model, responseId: newId('') });

function whole(reply: Reply): Json {
  const said = reply.parts.flatMap(part =>
    'waitMs' in part ? [] : partsOf(part, 'text' in part ? part.text : part.think),
  );
  const parts = [...said, ...lastParts(reply)];
  const usageMetadata = usageOf(reply.usage);
  return { candidates: [candidate(parts, ending(reply))], ...envelope(reply), usageMetadata };
}

function* frames(reply: Reply): Iterable<Frame> {
  const base = envelope(reply);
  for (const part of reply.parts) {
    if ('waitMs' in part) yield part;
    else
      for (const words of chunks('text' in part ? part.text : part.think))
        yield { data: { candidates: [candidate(partsOf(part, words))], ...base } };
  }
  const last = lastParts(reply);
  const parts = last.length > 0 ? last : [{ text: '' }];
  const usageMetadata = usageOf(reply.usage);
  yield { data: { candidates: [candidate(parts, ending(reply))], ...base, usageMetadata } };
}
