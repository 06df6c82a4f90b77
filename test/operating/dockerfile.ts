import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

interface Instruction {
  name: string;
  text: string;
}

/** Stages of a Dockerfile, with their names and steps. */
export function stagesOf(path: string): { from: string; name?: string; steps: Instruction[] }[] {
  const lines = readFileSync(path, 'utf8')
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n');
  const instructions = lines.flatMap((line) => {
    const [, name, text] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
    return name && text ? [{ name, text }] : [];
  });
  const starts = instructions.flatMap(({ name }, at) => (name === 'FROM' ? [at] : []));
  return starts.map((start, at) => {
    const [, from = '', name] = /^(\S+)(?: AS (\S+))?$/.exec(instructions[start]?.text ?? '') ?? [];
    return {
      from,
      ...(name !== undefined && { name }),
      steps: instructions.slice(start + 1, starts[at + 1]),
    };
  });
}

export interface Image {
  root: string;
  workdir: string;
  user: string;
  env: Record<string, string>;
  entrypoint: string[];
  cmd: string[];
  healthcheck: string[];
  volumes: string[];
}

export function last(steps: readonly Instruction[], name: string): string {
  return steps.findLast((step) => step.name === name)?.text ?? '';
}

/**
 * Parses an exec-form command, which uses no shell.
 * @throws for shell form
 */
export function exec(text: string): string[] {
  return JSON.parse(text.slice(text.indexOf('[')));
}

/** Builds without a container engine, with folders as images. Returns the last stage's image. */
export function buildByHand(context: string, folder: string, bin: string): Image {
  const roots = new Map<string, string>();
  const stages = stagesOf(join(context, 'Dockerfile')).map((stage, index) => ({
    name: `${index}`,
    ...stage,
  }));
  for (const { name, steps } of stages) {
    const root = join(folder, name);
    roots.set(name, root);
    buildStage(steps, root, { context, roots, bin });
  }
  const { name, steps } = stages.at(-1) ?? { name: '', steps: [] };
  return {
    root: join(folder, name),
    workdir: last(steps, 'WORKDIR'),
    user: last(steps, 'USER'),
    env: Object.fromEntries(steps.filter((step) => step.name === 'ENV').map(({ text }) => text.split('='))),
    entrypoint: exec(last(steps, 'ENTRYPOINT')),
    cmd: exec(last(steps, 'CMD')),
    healthcheck: exec(last(steps, 'HEALTHCHECK')),
    volumes: steps.filter((step) => step.name === 'VOLUME').map(({ text }) => text),
  };
}

interface Building {
  context: string;
  roots: Map<string, string>;
  bin: string;
}

function buildStage(steps: Instruction[], root: string, { context, roots, bin }: Building): void {
  let workdir = '/';
  for (const step of steps) {
    if (step.name === 'WORKDIR') workdir = step.text;
    mkdirSync(join(root, workdir), { recursive: true });
    if (step.name === 'COPY') copy(step.text, { context, roots, to: join(root, workdir) });
    if (step.name === 'RUN') run(step.text, { root, cwd: join(root, workdir), bin });
  }
}

export function copiedFromContext(text: string): string[] {
  return text.startsWith('--from=') ? [] : text.split(' ').slice(0, -1);
}

function copy(text: string, where: { context: string; roots: Map<string, string>; to: string }): void {
  const words = text.split(' ');
  const [, from] = /^--from=(\S+)/.exec(text) ?? [];
  const base = from === undefined ? where.context : (where.roots.get(from) ?? '');
  const sources = from === undefined ? words.slice(0, -1) : words.slice(1, -1);
  const target = words.at(-1) ?? '';
  for (const source of sources) {
    const to = join(where.to, target.endsWith('/') ? join(target, basename(source)) : target);
    mkdirSync(dirname(to), { recursive: true });
    cpSync(join(base, source), to, { recursive: true, verbatimSymlinks: true });
  }
}

function run(text: string, { root, cwd, bin }: { root: string; cwd: string; bin: string }): void {
  if (text === 'npm ci') {
    linkPackages(dirname(bin), join(cwd, 'node_modules'));
    return;
  }
  const given = process.getuid?.() === 0 ? text : text.replace(/ --(?:owner|group)=\d+/g, '');
  const command = given.replaceAll(/ (\/[a-z/]+)/g, ` ${root}$1`);
  const env = { ...process.env, PATH: `${bin}:${process.env.PATH}` };
  execFileSync('/bin/sh', ['-e', '-c', command], { cwd, env, stdio: 'pipe' });
}

/** Links the locally installed packages, copying only across disks. */
function linkPackages(from: string, to: string): void {
  const copying = `cp -a --link "${from}" "${to}" 2>/dev/null || { rm -rf "${to}" && cp -a "${from}" "${to}"; }`;
  execFileSync('/bin/sh', ['-c', copying], { stdio: 'pipe' });
  // Copy npm's own list: npm would write through a hard link.
  rmSync(join(to, '.package-lock.json'));
  cpSync(join(from, '.package-lock.json'), join(to, '.package-lock.json'));
}
