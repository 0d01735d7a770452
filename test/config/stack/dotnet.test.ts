import { check } from './check.ts';

const solution = `
Microsoft Visual Studio Solution File, Format Version 12.00
Project("{9A19103F-16F7-4668-BE54-9A1E7A4F7556}") = "Web", "src\\Web\\Web.csproj", "{11111111-1111-1111-1111-111111111111}"
EndProject
Project("{9A19103F-16F7-4668-BE54-9A1E7A4F7556}") = "Web.Tests", "tests\\Web.Tests\\Web.Tests.csproj", "{22222222-2222-2222-2222-222222222222}"
EndProject
`;

check('.NET', [
  [
    'ASP.NET Core in a solution, its projects below',
    {
      'Shop.sln': solution,
      'src/Web/Web.csproj':
        '<Project Sdk="Microsoft.NET.Sdk.Web">\n  <PropertyGroup><TargetFramework>net9.0</TargetFramework></PropertyGroup>\n</Project>',
      'tests/Web.Tests/Web.Tests.csproj': `<Project Sdk="Microsoft.NET.Sdk">
  <ItemGroup>
    <PackageReference Include="Microsoft.NET.Test.Sdk" Version="17.12.0" />
    <PackageReference Include="xunit" Version="2.9.2" />
  </ItemGroup>
</Project>`,
      'global.json': '{"sdk":{"version":"9.0.100"}}',
    },
    {
      language: 'C#',
      framework: 'ASP.NET Core',
      packageManager: 'nuget',
      testCommand: 'dotnet test',
      lintCommand: 'dotnet format --verify-no-changes',
      buildCommand: 'dotnet build',
      testFramework: 'xUnit',
      evidence: ['Shop.sln', 'global.json'],
    },
  ],
  [
    'F# with NUnit, one project at the top',
    {
      'Maths.fsproj':
        "<Project Sdk='Microsoft.NET.Sdk'><ItemGroup><PackageReference Version=\"4.2.2\" Include='NUnit' /></ItemGroup></Project>",
    },
    {
      language: 'F#',
      packageManager: 'nuget',
      testCommand: 'dotnet test',
      lintCommand: 'dotnet format --verify-no-changes',
      buildCommand: 'dotnet build',
      testFramework: 'NUnit',
      evidence: ['Maths.fsproj'],
    },
  ],
  [
    'Blazor in an XML solution, with central package versions',
    {
      'Site.slnx': '<Solution><Project Path="Client/Client.csproj" /></Solution>',
      'Client/Client.csproj': '<Project Sdk="Microsoft.NET.Sdk.BlazorWebAssembly"></Project>',
      'Directory.Packages.props':
        '<Project><ItemGroup><PackageVersion Include="MSTest" Version="3.7.0" /></ItemGroup></Project>',
    },
    {
      language: 'C#',
      framework: 'Blazor',
      packageManager: 'nuget',
      testCommand: 'dotnet test',
      lintCommand: 'dotnet format --verify-no-changes',
      buildCommand: 'dotnet build',
      testFramework: 'MSTest',
      evidence: ['Site.slnx', 'Directory.Packages.props'],
    },
  ],
  [
    'MAUI; a solution beside a project must be named',
    {
      'App.sln': '"App.csproj"',
      'App.csproj':
        '<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup Condition="1 > 0"><UseMaui>true</UseMaui></PropertyGroup></Project>',
    },
    {
      language: 'C#',
      framework: '.NET MAUI',
      packageManager: 'nuget',
      testCommand: 'dotnet test App.sln',
      lintCommand: 'dotnet format App.sln --verify-no-changes',
      buildCommand: 'dotnet build App.sln',
      evidence: ['App.sln', 'App.csproj'],
    },
  ],
  [
    'a name that a shell would read is never part of a command; one that cannot be shown is no evidence',
    { '$(reboot).sln': '', '-x;id.csproj': '', 'a\u202Eb.csproj': '' },
    {
      language: 'C#',
      packageManager: 'nuget',
      testCommand: 'dotnet test',
      lintCommand: 'dotnet format --verify-no-changes',
      buildCommand: 'dotnet build',
      evidence: ['$(reboot).sln', '-x;id.csproj'],
    },
  ],
  [
    'malformed XML',
    { 'Broken.csproj': '<Project Sdk="Microsoft.NET.Sdk.Web' },
    {
      language: 'C#',
      packageManager: 'nuget',
      testCommand: 'dotnet test',
      lintCommand: 'dotnet format --verify-no-changes',
      buildCommand: 'dotnet build',
      evidence: ['Broken.csproj'],
    },
  ],
]);
