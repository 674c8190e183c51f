// node check_gltf.mjs MODULES FILE.glb: Khronos' validator has nothing to say.
import { readFileSync } from "node:fs";
import { expect, load, need } from "./modules.mjs";

const [modules, file] = process.argv.slice(2);
const validator = load(modules, "gltf-validator");
const bytes = new Uint8Array(readFileSync(need(file)));
const report = await validator.validateBytes(bytes);

for (const issue of report.issues.messages) console.log(JSON.stringify(issue));
expect(report.issues.numErrors === 0, "no errors");
expect(report.issues.numWarnings === 0, "no warnings");
expect(report.info.animationCount === 1, "one animation");
expect(report.info.totalTriangleCount > 0, "there is something to see");
