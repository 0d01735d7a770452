import { captures, type Meanings, pick } from '../manifest/pick.ts';
import { matching, memberTexts, present, textOf } from '../manifest/top.ts';
import { type XmlTag, xmlAttribute, xmlTags, xmlTexts } from '../manifest/xml.ts';
import { type ManifestReader, type Stack, stackOf } from '../stack.ts';

export function detectDotnet(reader: ManifestReader): Stack | null {
  const solutions = matching(reader, /\.slnx?$/);
  const projects = matching(reader, /\.(?:cs|fs|vb)proj$/);
  if (solutions.length + projects.length === 0) return null;
  const members = [...projects, ...projectsOf(textOf(reader, solutions))];
  const signs = new Set(memberTexts(reader, [...SHARED, ...members]).flatMap(text => signsOf(xmlTags(text))));
  const target = commandTarget([...solutions, ...projects]);
  return stackOf({
    language: language(members),
    framework: pick(signs, FRAMEWORKS),
    packageManager: 'nuget',
    testCommand: `dotnet test${target}`,
    lintCommand: `dotnet format${target} --verify-no-changes`,
    buildCommand: `dotnet build${target}`,
    testFramework: pick(signs, TEST_FRAMEWORKS),
    evidence: [...solutions, ...projects, ...present(reader, [...SHARED, 'global.json', 'nuget.config'])],
  });
}

const SHARED = ['Directory.Build.props', 'Directory.Packages.props'];

/** Projects that a solution names, in the classic form or as XML; Windows' separators become ours. */
function projectsOf(solution: string): string[] {
  return captures(solution, /"([^"\r\n]{1,260}\.(?:cs|fs|vb)proj)"/g).map(path => path.replaceAll('\\', '/'));
}

/** With several candidates in the folder `dotnet` refuses to choose; a name that needs quoting is not given. */
function commandTarget(candidates: readonly string[]): string {
  const [first] = candidates.filter(name => /^\w[\w.-]*$/.test(name));
  return candidates.length > 1 && first !== undefined ? ` ${first}` : '';
}

/** That of most projects; C# where none is known or as many are in it. */
function language(projects: readonly string[]): string {
  const count = (extension: string) => projects.filter(path => path.endsWith(extension)).length;
  const [cs, fs, vb] = [count('.csproj'), count('.fsproj'), count('.vbproj')];
  if (fs > cs && fs >= vb) return 'F#';
  return vb > cs ? 'Visual Basic' : 'C#';
}

/** Packages, SDKs and the switches that choose a user interface, in lower case as NuGet compares them. */
function signsOf(tags: readonly XmlTag[]): string[] {
  const switches = tags.filter(tag => /^Use(?:Maui|WPF|WindowsForms)$/.test(tag.name));
  return [
    ...tags
      .filter(tag => /^Package(?:Reference|Version)$/.test(tag.name))
      .map(tag => xmlAttribute(tag, 'Include')),
    ...tags.filter(tag => tag.name === 'Project').map(tag => xmlAttribute(tag, 'Sdk')),
    ...tags.filter(tag => tag.name === 'Sdk').map(tag => xmlAttribute(tag, 'Name')),
    ...switches.filter(tag => xmlTexts([tag], tag.name)[0]?.toLowerCase() === 'true').map(tag => tag.name),
  ].flatMap(sign => (sign === null ? [] : (sign.split('/', 1)[0] ?? '').toLowerCase()));
}

const FRAMEWORKS: Meanings = [
  ['usemaui', '.NET MAUI'],
  ['microsoft.net.sdk.blazorwebassembly', 'Blazor'],
  ['microsoft.aspnetcore.components.webassembly', 'Blazor'],
  ['microsoft.aspnetcore.components.webassembly.server', 'Blazor'],
  ['aspire.apphost.sdk', 'Aspire'],
  ['microsoft.net.sdk.web', 'ASP.NET Core'],
  ['avalonia', 'Avalonia'],
  ['usewpf', 'WPF'],
  ['usewindowsforms', 'Windows Forms'],
  ['microsoft.net.sdk.worker', '.NET Worker'],
];

const TEST_FRAMEWORKS: Meanings = [
  ['xunit', 'xUnit'],
  ['xunit.v3', 'xUnit'],
  ['nunit', 'NUnit'],
  ['mstest', 'MSTest'],
  ['mstest.sdk', 'MSTest'],
  ['mstest.testframework', 'MSTest'],
  ['tunit', 'TUnit'],
];
