// Bundles the page into one file: node build.mjs OUTPUT. What it makes has a
// marker where html_writer.cpp puts a recording.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import esbuild from "esbuild";

const output = process.argv[2];
const here = dirname(fileURLToPath(import.meta.url));

const { outputFiles } = await esbuild.build({
  absWorkingDir: here,
  entryPoints: ["main.js", "style.css"],
  outdir: "out",
  write: false,
  bundle: true,
  minify: true,
  format: "iife",
  target: "es2022",
  legalComments: "inline",
});
const textOf = (extension) => outputFiles.find((f) => f.path.endsWith(extension)).text.trim();
const script = textOf(".js"), style = textOf(".css");

// Nothing may be fetched, and nothing but this script may run.
const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
const policy = `default-src 'none'; script-src ${hash(script)}; style-src ${hash(style)}; ` +
  "img-src data:; base-uri 'none'; form-action 'none'";

const parts = { POLICY: policy, STYLE: style, SCRIPT: script };
const page = readFileSync(`${here}/page.html`, "utf8")
  .replace(/@(POLICY|STYLE|SCRIPT)@/g, (_, name) => parts[name]);
if (page.split("@RECORDING@").length !== 2) {
  throw new Error("the page must have the marker @RECORDING@ exactly once");
}
mkdirSync(dirname(output), { recursive: true });
writeFileSync(`${output}.part`, page);
renameSync(`${output}.part`, output);
