// Compiles and packs Python with the very Python that will run it: node compile-site.mjs PYODIDE.MJS PLAN.
const [engine, plan] = process.argv.slice(2);
const { loadPyodide } = await import(engine);
const python = await loadPyodide();
const { FS } = python;
let mounts = 0;
const mount = (folder) => {
  const place = `/folder${mounts++}`;
  FS.mkdir(place);
  FS.mount(FS.filesystems.NODEFS, { root: folder }, place);
  return place;
};
const steps = JSON.parse(plan).map((step) => {
  const [, folder, name] = step.to.match(/^(.*)[/]([^/]*)$/);
  return { ...step, to: `${mount(folder)}/${name}`, from: step.from.map(mount) };
});
python.globals.set("steps", python.toPy(steps));
await python.runPythonAsync(`
import io, os, py_compile, warnings, zipfile
from compression import zstd

warnings.simplefilter("ignore")
NEVER = (1980, 1, 1, 0, 0, 0)

def files(root):
    for folder, folders, names in os.walk(root):
        folders.sort()
        for name in sorted(names):
            path = os.path.join(folder, name)
            yield path, os.path.relpath(path, root)

def packed(step, compression):
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", compression, compresslevel=9) as archive:
        for root in step["from"]:
            for path, name in files(root):
                if name.endswith(".py"):
                    py_compile.compile(path, "/compiled", dfile=name, doraise=True, optimize=step["optimize"],
                        invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)
                    path, name = "/compiled", name + "c"
                with open(path, "rb") as file:
                    archive.writestr(zipfile.ZipInfo(name, NEVER), file.read(), compression, 9)
    return made.getvalue()

for step in steps:
    if step["to"].endswith(".zst"):  # compressed as a whole, and stored inside: smaller, and quicker to import from
        content = zstd.compress(packed(step, zipfile.ZIP_STORED), 19)
    else:
        content = packed(step, zipfile.ZIP_DEFLATED)
    with open(step["to"], "wb") as file:
        file.write(content)
`);
process.exit(0);
