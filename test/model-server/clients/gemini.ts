import { object, objects, string } from '../json.ts';
import { type Client, many, toolList } from './client.ts';

export const gemini: Client = {
  path: streams => `/v1beta/models/m1:${streams ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
  body: ({ prompt, calls, system, tools, schema }) => ({
    systemInstruction: { parts: [{ text: system ?? '' }] },
    contents: [
      { role: 'user', parts: [{ text: prompt }] },
      ...many(calls, () => [
        { role: 'model', parts: [{ functionCall: { name: 'x', args: {} } }] },
        { role: 'user', parts: [{ functionResponse: { name: 'x', response: {} } }] },
      ]),
    ],
    tools: [
      {
        functionDeclarations: toolList(tools).map(([name, parametersJsonSchema]) => ({
          name,
          parametersJsonSchema,
        })),
      },
    ],
    ...(schema && {
      generationConfig: { responseMimeType: 'application/json', responseJsonSchema: schema },
    }),
  }),
  heard: ({ candidates, usageMetadata }) => {
    const { content, finishReason, finishMessage } = objects(candidates)[0] ?? {};
    const parts = objects(object(content).parts);
    const words = (thought: boolean): string =>
      parts
        .filter(part => (part.thought === true) === thought)
        .map(part => string(part.text))
        .join('');
    const call = parts.map(part => object(part.functionCall)).find(({ name }) => name !== undefined);
    return {
      text: words(false) || string(finishMessage),
      thoughts: words(true),
      call: call ? { name: string(call.name), args: call.args } : null,
      usage: [object(usageMetadata).promptTokenCount, object(usageMetadata).candidatesTokenCount],
      stop: finishReason,
    };
  },
  joined: events => {
    const candidates = events.flatMap(event => objects(event.candidates));
    const parts = candidates.flatMap(({ content }) => objects(object(content).parts));
    return { ...events.at(-1), candidates: [{ ...candidates.at(-1), content: { parts } }] };
  },
};
