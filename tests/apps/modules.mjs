// What the checks share: modules from the build tree, and how a check ends.
import { createRequire } from "node:module";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";

export function skip(reason) {
  console.log(`skipped: ${reason}`);
  process.exit(4);
}

export function load(modules, name) {
  const require = createRequire(join(resolve(modules), "package.json"));
  try {
    return require(name);
  } catch (error) {
    if (error.code !== "MODULE_NOT_FOUND") throw error;
    return skip(`${name} is not installed`);
  }
}

export function need(path) {
  if (!existsSync(path)) skip(`${path} does not exist`);
  return path;
}

export function expect(condition, message) {
  if (condition) {
    console.log(`ok: ${message}`);
  } else {
    console.error(`FAILED: ${message}`);
    process.exitCode = 1;
  }
}
