import nodeModule from 'node:module';

// Loaded with `node --import` before `main.ts`, so that compiled code is kept between starts for that file too.
// Plain JavaScript on purpose: for a single TypeScript file that is not kept yet, Node loads its type stripper,
// which takes 20 MB for as long as the process lives. And an old Node can read it, which knows no TypeScript, nor the
// name that is imported as a whole above.
if (Number.parseInt(process.versions.node, 10) < 24) {
  process.stderr.write(
    `Frontdesk needs Node 24 or newer, and this is Node ${process.versions.node}. Install it from https://nodejs.org, then try again.\n`,
  );
  process.exit(78);
}
nodeModule.enableCompileCache();
