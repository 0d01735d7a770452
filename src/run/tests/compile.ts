import { fileName } from './names.ts';
import { awaited, type Blame, broken } from './reading.ts';

const RUST = /^error(?:\[(E\d{4})\])?: (.+)/;
const CRATE = /(?:unlinked crate|undeclared crate or module|missing crate|find crate for) `(\w+)`/;
const TYPESCRIPT = /\bTS(\d{4,5})(?: \[ERROR\])?: (.+)/;
const GO = /^(?:\.?[\w./-]*\/)?[\w.-]+\.go:\d+:\d+: (.+)/;
const JAVA = /^\.(?:java|groovy|scala):(?:\[\d+,\d+\]|\d+:) (?:error: )?(.+)/;
const KOTLIN = /^e: .+\.kts?:\d+:\d+:? (.+)/;
const CSHARP = /\.(?:cs|fs|vb)\(\d+,\d+\): error (CS|FS|BC)(\d+): (.+)/;

/** A name, a member, a parameter of the project that does not exist yet. */
const RUST_AWAITED =
  'E0026 E0027 E0050 E0053 E0061 E0063 E0107 E0405 E0407 E0412 E0422 E0423 E0425 E0432 E0433 E0437 E0438 E0531 E0532 E0560 E0574 E0576 E0583 E0599 E0603 E0609 E0616 E0624'.split(
    ' ',
  );
const TYPESCRIPT_AWAITED =
  '2304 2305 2307 2339 2353 2459 2460 2551 2552 2554 2555 2561 2613 2614 2724 2792'.split(' ');
const CSHARP_AWAITED = '0103 0117 0122 0234 0246 0426 1061 1501 1503 1729 1739 7036'.split(' ');
/** Packages whose absence reads like that of a class of the project. */
const CSHARP_PACKAGES =
  /'(?:Xunit|NUnit|Moq|NSubstitute|FluentAssertions|Shouldly|FactAttribute|Fact|TestAttribute|TestMethodAttribute|Microsoft)\b/;
const JAVA_AWAITED =
  /cannot find symbol|cannot be applied to|no suitable (?:method|constructor)|is not abstract and does not override/;
const GO_AWAITED =
  /undefined: |undefined \(|has no field or method|unknown field|not enough arguments in call|too many arguments in call|assignment mismatch|missing method|does not implement|main module \S+ does not contain package/;
const KOTLIN_AWAITED =
  /[Uu]nresolved reference|No value passed for parameter|Too many arguments|No parameter with name/;

/** What a compiler's line says about why tests do not load; null where it is no error of a compiler that is known. */
export function compileError(line: string): Blame | null {
  return rust(line) ?? typescript(line) ?? go(line) ?? java(line) ?? kotlin(line) ?? csharp(line);
}

/** The file of the JVM or of .NET that a compiler's line is about; null where it names none. */
export function compiledFile(line: string): string | null {
  const [, end] = /(\.(?:java|groovy|scala|kts?|cs|fs|vb))[:(]/.exec(line) ?? [];
  return end === undefined ? null : fileName(line.slice(0, line.indexOf(end)).split(' ').at(-1)! + end);
}

function rust(line: string): Blame | null {
  const [, crate] = CRATE.exec(line) ?? [];
  if (crate !== undefined) return broken(`the crate ${crate} is missing`);
  const [, code, message] = RUST.exec(line) ?? [];
  if (
    message === undefined ||
    /^(?:could not compile|test failed|aborting due)|targets? failed:$/.test(message)
  ) {
    return null;
  }
  if (code === undefined)
    return /`/.test(message) || /delimiter|expected/.test(message) ? broken(line) : null;
  return verdict(RUST_AWAITED.includes(code), message);
}

function typescript(line: string): Blame | null {
  const [, code, message] = TYPESCRIPT.exec(line) ?? [];
  if (code === undefined || message === undefined) return null;
  const [, specifier] = /[Cc]annot find module ['"]([^'"]+)['"]/.exec(message) ?? [];
  if (specifier !== undefined && !/^(?:[.#~/]|@\/|file:)/.test(specifier)) {
    return broken(`the package ${specifier} is missing`);
  }
  if (/Cannot find name '(?:describe|it|test|expect|jest|vi|suite|assert)'/.test(message))
    return broken(message);
  return verdict(TYPESCRIPT_AWAITED.includes(code), message);
}

function go(line: string): Blame | null {
  const [, message] = GO.exec(line) ?? [];
  if (message === undefined || /^too many errors/.test(message)) return null;
  return verdict(GO_AWAITED.test(message), message);
}

function java(line: string): Blame | null {
  const end = line.search(/\.(?:java|groovy|scala):/);
  const [, message] = end < 0 ? [] : (JAVA.exec(line.slice(end)) ?? []);
  if (message === undefined || message.startsWith('warning')) return null;
  const [, name] = /package ([\w.]+) does not exist/.exec(message) ?? [];
  if (name === undefined) return verdict(JAVA_AWAITED.test(message), message);
  // A test lies in a folder that spells its package, so a package that begins alike is the project's own.
  const beginning = name.split('.').slice(0, 2).join('/');
  return line.slice(0, end).includes(`/${beginning}/`)
    ? awaited(`${name} is not there yet`)
    : broken(message);
}

function kotlin(line: string): Blame | null {
  const [, message] = KOTLIN.exec(line) ?? [];
  return message === undefined ? null : verdict(KOTLIN_AWAITED.test(message), message);
}

function csharp(line: string): Blame | null {
  const [, language, code, message] = CSHARP.exec(line) ?? [];
  if (code === undefined || message === undefined) return null;
  const known =
    language === 'CS' ? CSHARP_AWAITED.includes(code) : /not defined|is not declared/.test(message);
  return verdict(known && !CSHARP_PACKAGES.test(message), message.split(/ \(are you| \[/)[0]!);
}

const verdict = (isAwaited: boolean, message: string): Blame =>
  isAwaited ? awaited(message) : broken(message);
