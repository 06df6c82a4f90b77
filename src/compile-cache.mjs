import { enableCompileCache } from 'node:module';

// Loaded with `node --import` before `main.ts`, so that compiled code is kept between starts for that file too.
// Plain JavaScript on purpose: for a single TypeScript file that is not kept yet, Node loads its type stripper,
// which takes 20 MB for as long as the process lives.
enableCompileCache();
