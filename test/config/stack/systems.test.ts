import { check } from './check.ts';

check('Rust', [
  [
    'an axum server',
    {
      'Cargo.toml': `[package]
name = "gateway"
version = "0.1.0"
edition = "2021"

[dependencies]
axum = { version = "0.7", features = ["macros"] }
clap = { version = "4", features = ["derive"] }
tokio = { version = "1", features = ["full"] }
`,
      'Cargo.lock': 'version = 4\n',
    },
    {
      language: 'Rust',
      framework: 'axum',
      packageManager: 'cargo',
      testCommand: 'cargo test',
      lintCommand: 'cargo clippy --all-targets',
      buildCommand: 'cargo build',
      testFramework: 'libtest',
      evidence: ['Cargo.toml', 'Cargo.lock'],
    },
  ],
  [
    'a workspace, its framework declared by a member under another name',
    {
      'Cargo.toml': '[workspace]\nresolver = "2"\nmembers = ["crates/*", "server"]\n',
      'server/Cargo.toml':
        '[package]\nname = "server"\n[dependencies]\nweb = { package = "actix-web", version = "4" }\n',
      'rust-toolchain.toml': '[toolchain]\nchannel = "1.83"\n',
    },
    {
      language: 'Rust',
      framework: 'Actix Web',
      packageManager: 'cargo',
      testCommand: 'cargo test --workspace',
      lintCommand: 'cargo clippy --workspace --all-targets',
      buildCommand: 'cargo build --workspace',
      testFramework: 'libtest',
      evidence: ['Cargo.toml', 'rust-toolchain.toml'],
    },
  ],
  [
    'a game whose engine is a dependency of one target',
    {
      'Cargo.toml': `[package]
name = "game"
[dev-dependencies]
clap = "4"
[target.'cfg(not(target_family = "wasm"))'.dependencies]
bevy = "0.15"
`,
    },
    {
      language: 'Rust',
      framework: 'Bevy',
      packageManager: 'cargo',
      testCommand: 'cargo test',
      lintCommand: 'cargo clippy --all-targets',
      buildCommand: 'cargo build',
      testFramework: 'libtest',
      evidence: ['Cargo.toml'],
    },
  ],
  [
    'malformed TOML',
    { 'Cargo.toml': '[workspace]\nmembers = [\n' },
    {
      language: 'Rust',
      packageManager: 'cargo',
      testCommand: 'cargo test',
      lintCommand: 'cargo clippy --all-targets',
      buildCommand: 'cargo build',
      testFramework: 'libtest',
      evidence: ['Cargo.toml'],
    },
  ],
]);

check('Go', [
  [
    'chi, with testify; what is indirect does not count',
    {
      'go.mod': `module example.com/orders

go 1.23

require (
	github.com/go-chi/chi/v5 v5.1.0
	github.com/stretchr/testify v1.10.0
)

require github.com/gin-gonic/gin v1.10.0 // indirect
`,
      'go.sum': '',
      '.golangci.yml': 'linters:\n  enable: [gosec]\n',
    },
    {
      language: 'Go',
      framework: 'chi',
      packageManager: 'go',
      testCommand: 'go test ./...',
      lintCommand: 'golangci-lint run',
      buildCommand: 'go build ./...',
      testFramework: 'testify',
      evidence: ['go.mod', 'go.sum', '.golangci.yml'],
    },
  ],
  [
    'a command line, whose Makefile does not change the test command nor make it C',
    {
      'go.mod': 'module example.com/cli\n\ngo 1.22\n\nrequire github.com/spf13/cobra v1.8.1\n',
      Makefile: 'build:\n\tCGO_ENABLED=0 go build -o bin/cli .\n\ntest: lint\n\tgo test -race ./...\n',
    },
    {
      language: 'Go',
      framework: 'Cobra',
      packageManager: 'go',
      testCommand: 'go test ./...',
      lintCommand: 'go vet ./...',
      buildCommand: 'go build ./...',
      testFramework: 'testing',
      evidence: ['go.mod'],
    },
  ],
  [
    'a workspace with no module at its top has no command that works',
    { 'go.work': 'go 1.22\n\nuse (\n\t./api\n\t./worker\n)\n' },
    { language: 'Go', packageManager: 'go', evidence: ['go.work'] },
  ],
  [
    'no line that makes sense',
    { 'go.mod': '\0\0require (((\nrequire v1\n\tgithub.com/labstack/echo\n' },
    {
      language: 'Go',
      packageManager: 'go',
      testCommand: 'go test ./...',
      lintCommand: 'go vet ./...',
      buildCommand: 'go build ./...',
      testFramework: 'testing',
      evidence: ['go.mod'],
    },
  ],
]);

check('Swift', [
  [
    'a Vapor server',
    {
      'Package.swift': `// swift-tools-version:5.10
import PackageDescription
let package = Package(
    name: "hello",
    dependencies: [
        .package(url: "https://github.com/vapor/vapor.git", from: "4.99.3"),
    ],
    targets: [
        .executableTarget(name: "App", dependencies: [.product(name: "Vapor", package: "vapor")]),
        .testTarget(name: "AppTests", dependencies: ["App"]),
    ]
)
`,
      'Package.resolved': '{}',
    },
    {
      language: 'Swift',
      framework: 'Vapor',
      packageManager: 'swiftpm',
      testCommand: 'swift test',
      buildCommand: 'swift build',
      evidence: ['Package.swift', 'Package.resolved'],
    },
  ],
  [
    'a command line with Swift Testing and SwiftLint',
    {
      'Package.swift': `// swift-tools-version: 6.0
import PackageDescription
let package = Package(name: "tool", dependencies: [
  // .package(url: "https://github.com/vapor/vapor.git", from: "4.0.0"),
  .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
  .package(url: "https://github.com/swiftlang/swift-testing.git", from: "0.12.0"),
])
`,
      'Tests/ToolTests/ToolTests.swift': '',
      '.swiftlint.yml': '',
    },
    {
      language: 'Swift',
      framework: 'Swift Argument Parser',
      packageManager: 'swiftpm',
      testCommand: 'swift test',
      lintCommand: 'swiftlint',
      buildCommand: 'swift build',
      testFramework: 'Swift Testing',
      evidence: ['Package.swift', '.swiftlint.yml'],
    },
  ],
  [
    'an empty manifest',
    { 'Package.swift': '' },
    {
      language: 'Swift',
      packageManager: 'swiftpm',
      buildCommand: 'swift build',
      evidence: ['Package.swift'],
    },
  ],
]);

check('C and C++', [
  [
    'CMake with GoogleTest and vcpkg',
    {
      'CMakeLists.txt': `cmake_minimum_required(VERSION 3.20)
project(parser VERSION 1.2 LANGUAGES CXX)
set(CMAKE_CXX_STANDARD 20)
find_package(GTest CONFIG REQUIRED)
enable_testing()
add_subdirectory(tests)
`,
      'vcpkg.json': '{"dependencies":["gtest"]}',
    },
    {
      language: 'C++',
      packageManager: 'vcpkg',
      testCommand: 'ctest --test-dir build --output-on-failure',
      buildCommand: 'cmake -S . -B build && cmake --build build',
      testFramework: 'GoogleTest',
      evidence: ['CMakeLists.txt', 'vcpkg.json'],
    },
  ],
  [
    'CMake in C, its tests switched off by a comment',
    { 'CMakeLists.txt': 'project(ringbuffer C)\nadd_library(ring ring.c)\n# enable_testing()\n' },
    {
      language: 'C',
      buildCommand: 'cmake -S . -B build && cmake --build build',
      evidence: ['CMakeLists.txt'],
    },
  ],
  [
    'a Qt application that does not say which language',
    { 'CMakeLists.txt': 'project(viewer)\nfind_package(Qt6 REQUIRED COMPONENTS Widgets)\ninclude(CTest)\n' },
    {
      language: 'C/C++',
      framework: 'Qt',
      testCommand: 'ctest --test-dir build --output-on-failure',
      buildCommand: 'cmake -S . -B build && cmake --build build',
      testFramework: 'CTest',
      evidence: ['CMakeLists.txt'],
    },
  ],
  [
    'a Makefile that compiles',
    {
      Makefile:
        'CC ?= cc\nCFLAGS := -O2 -Wall\n.PHONY: all test lint\n\nall: prog\nprog: main.o\n\t$(CC) -o $@ $^\n' +
        'test check: prog\n\t./run-tests.sh\nlint:\n\tcppcheck .\n',
      'main.c': 'int main(void) { return 0; }',
    },
    {
      language: 'C',
      testCommand: 'make test',
      lintCommand: 'make lint',
      buildCommand: 'make',
      evidence: ['Makefile'],
    },
  ],
  ['a Makefile that only runs other tools is no stack', { Makefile: 'test:\n\tshellcheck *.sh\n' }],
  [
    'an unfinished CMakeLists.txt',
    { 'CMakeLists.txt': 'project(project(project("' },
    {
      language: 'C/C++',
      buildCommand: 'cmake -S . -B build && cmake --build build',
      evidence: ['CMakeLists.txt'],
    },
  ],
]);
