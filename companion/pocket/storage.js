// A file system for Emscripten whose files are synchronous access handles of the browser's own storage (OPFS).
//
// Opening a handle takes a promise; reading, writing and flushing it do not. So a pool of handles is opened before
// Python starts. The first page of every slot says which file it holds. What SQLite writes and syncs has left this
// process before its commit returns.

const HEAD = 4096; // bytes before the data of a slot
const MAGIC = "table-companion/1";
const SPARE = 8; // free slots kept ready; each new file takes one
const PATIENCE = 10000; // milliseconds in which another page must have let go of the files
const NO_SPACE = -8; // Chromium returns errors in a private window, without their sign, where it should throw

const encoder = new TextEncoder();
const decoder = new TextDecoder();

// A page that was closed a moment ago has given up its lock, but perhaps not all of its files yet.
async function openHandle(handle) {
  for (const end = Date.now() + PATIENCE; ; ) {
    try {
      return await handle.createSyncAccessHandle();
    } catch (error) {
      if (error?.name !== "NoModificationAllowedError" || Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

export class Pool {
  static async open(name) {
    const root = await navigator.storage.getDirectory();
    const pool = new Pool(await root.getDirectoryHandle(name, { create: true }));
    for await (const handle of pool.folder.values()) {
      if (handle.kind === "file") await pool.adopt(handle);
    }
    pool.sort();
    await pool.grow();
    return pool;
  }

  constructor(folder) {
    this.folder = folder;
    this.adopted = [];
    this.free = [];
    this.files = new Map(); // name -> slot
    this.turn = 0; // grows with every label: of two slots with one name, the later one counts
    this.flushes = 0;
    this.growing = null;
  }

  async adopt(handle) {
    const access = await openHandle(handle);
    const slot = { access, file: handle.name, name: null, turn: 0, size: 0 };
    const size = access.getSize();
    if (typeof size !== "number") throw new Error("too old"); // Safari before 16.4 answers with promises
    if (size >= HEAD) {
      const page = new Uint8Array(HEAD);
      access.read(page, { at: 0 });
      try {
        const label = JSON.parse(decoder.decode(page.subarray(0, page.indexOf(0))));
        if (label.magic === MAGIC) Object.assign(slot, { name: label.name, turn: label.turn, size: size - HEAD });
      } catch {
        // free, or killed while it was being labelled
      }
    }
    this.turn = Math.max(this.turn, slot.turn);
    this.adopted.push(slot);
  }

  sort() {
    for (const slot of this.adopted.sort((a, b) => a.turn - b.turn)) {
      if (slot.name === null) {
        this.free.push(slot);
        continue;
      }
      const older = this.files.get(slot.name); // killed between a rename and the end of the file it replaced
      this.files.set(slot.name, slot);
      if (older) this.release(older);
    }
    this.adopted = [];
  }

  // Somebody may clear the browser's data while the app is open: the open handles still hold everything, but nothing
  // that is written now would be found again. Then the files lose their names, and new ones go to a new folder.
  async watch(onLoss) {
    try {
      const root = await navigator.storage.getDirectory();
      const folder = await root.getDirectoryHandle(this.folder.name);
      for (const { file } of this.files.values()) await folder.getFileHandle(file);
    } catch (error) {
      if (error?.name !== "NotFoundError") return;
      const root = await navigator.storage.getDirectory();
      this.folder = await root.getDirectoryHandle(this.folder.name, { create: true });
      for (const slot of this.files.values()) slot.isLost = true;
      this.files.clear();
      this.free = [];
      await this.grow();
      onLoss();
    }
  }

  grow() {
    this.growing ??= (async () => {
      try {
        while (this.free.length < SPARE) {
          const handle = await this.folder.getFileHandle(crypto.randomUUID(), { create: true });
          const access = await handle.createSyncAccessHandle();
          access.truncate(HEAD);
          access.flush();
          this.free.push({ access, file: handle.name, name: null, turn: 0, size: 0 });
        }
      } finally {
        this.growing = null;
      }
    })();
    return this.growing;
  }

  claim(name) {
    const slot = this.free.pop();
    if (!slot) return null;
    slot.size = 0;
    slot.access.truncate(HEAD);
    this.label(slot, name);
    this.files.set(name, slot);
    if (this.free.length < SPARE / 2) this.grow().catch(() => {}); // without room the free ones are used up first
    return slot;
  }

  label(slot, name) {
    const page = new Uint8Array(HEAD);
    if (name !== null) page.set(encoder.encode(JSON.stringify({ magic: MAGIC, name, turn: ++this.turn })));
    slot.access.write(page, { at: 0 });
    slot.access.flush();
    slot.name = name;
    slot.turn = name === null ? 0 : this.turn;
  }

  rename(slot, name) {
    if (this.files.get(slot.name) === slot) this.files.delete(slot.name);
    this.label(slot, name); // from here on this slot is the file
    this.files.set(name, slot);
  }

  forget(slot) {
    if (this.files.get(slot.name) === slot) this.files.delete(slot.name);
    this.label(slot, null);
  }

  release(slot) {
    if (slot.isLost) return; // closing the handle of a file that is gone can take for ever
    if (slot.name !== null) this.forget(slot);
    slot.access.truncate(HEAD);
    slot.size = 0;
    this.free.push(slot);
  }
}

export function mount(FS, pool, place) {
  const { MEMFS } = FS.filesystems;
  const NOENT = 44, NOSPC = 51, INVAL = 28, NOTEMPTY = 55, IO = 29, PERM = 63, NODEV = 43;
  const fail = (number) => {
    throw new FS.ErrnoError(number);
  };
  const attempt = (act) => {
    let result;
    try {
      result = act();
    } catch (error) {
      fail(error?.name === "QuotaExceededError" ? NOSPC : IO);
    }
    if ((result | 0) < 0) fail((result | 0) === NO_SPACE ? NOSPC : IO);
    return result;
  };
  const isVolatile = (name) => name.endsWith("-shm"); // SQLite's index of its log: made anew from the log

  const folderOps = {
    getattr: (node) => attributes(node, HEAD),
    setattr: setTimes,
    lookup: () => fail(NOENT), // every file is a node already
    mknod(parent, name, mode, dev) {
      if (!FS.isFile(mode)) fail(PERM);
      if (isVolatile(name)) return MEMFS.createNode(parent, name, mode, dev);
      const slot = attempt(() => pool.claim(name));
      return slot ? addFile(parent, name, mode, slot) : fail(NOSPC);
    },
    rename(node, folder, name) {
      const replaced = folder.contents[name];
      if (node.slot) attempt(() => pool.rename(node.slot, name));
      if (replaced) {
        FS.hashRemoveNode(replaced);
        drop(replaced);
      }
      delete node.parent.contents[node.name];
      folder.contents[name] = node;
      node.name = name;
    },
    unlink(parent, name) {
      const node = parent.contents[name];
      delete parent.contents[name];
      if (node) drop(node);
    },
    rmdir: () => fail(NOTEMPTY),
    readdir: (node) => [".", "..", ...Object.keys(node.contents)],
    symlink: () => fail(PERM),
  };

  const fileOps = {
    getattr: (node) => attributes(node, node.slot.size),
    setattr(node, attr) {
      setTimes(node, attr);
      if (attr.size === undefined || attr.size === node.slot.size) return;
      attempt(() => node.slot.access.truncate(HEAD + attr.size));
      node.slot.size = attr.size;
    },
  };

  const fileStream = {
    open: (stream) => {
      stream.node.streams += 1;
    },
    close(stream) {
      stream.node.streams -= 1;
      if (stream.node.dropped) drop(stream.node);
    },
    read(stream, buffer, offset, length, position) {
      const { slot } = stream.node;
      const count = Math.min(length, slot.size - position);
      if (count <= 0) return 0;
      return attempt(() => slot.access.read(buffer.subarray(offset, offset + count), { at: HEAD + position }));
    },
    write(stream, buffer, offset, length, position) {
      if (!length) return 0;
      const { node } = stream;
      const part = buffer.subarray(offset, offset + length);
      const written = attempt(() => node.slot.access.write(part, { at: HEAD + position }));
      node.slot.size = Math.max(node.slot.size, position + written);
      if (written < length) fail(NOSPC);
      node.mtime = node.ctime = Date.now();
      return written;
    },
    fsync(stream) {
      attempt(() => stream.node.slot.access.flush());
      pool.flushes += 1;
      return 0;
    },
    llseek(stream, offset, whence) {
      const position = offset + (whence === 1 ? stream.position : whence === 2 ? stream.node.slot.size : 0);
      return position < 0 ? fail(INVAL) : position;
    },
    mmap: () => fail(NODEV),
    msync: () => 0,
  };

  function attributes(node, size) {
    const { mode, atime, mtime, ctime } = node;
    const [access, change, status] = [atime, mtime, ctime].map((time) => new Date(time));
    return {
      ...{ dev: 7, ino: node.id, mode, nlink: 1, uid: 0, gid: 0, rdev: 0, size },
      ...{ atime: access, mtime: change, ctime: status, blksize: HEAD, blocks: Math.ceil(size / 512) },
    };
  }

  function setTimes(node, attr) {
    for (const key of ["mode", "atime", "mtime", "ctime"]) if (attr[key] != null) node[key] = attr[key];
  }

  function addFile(parent, name, mode, slot) {
    const node = FS.createNode(parent, name, mode, 0);
    Object.assign(node, { node_ops: fileOps, stream_ops: fileStream, slot, streams: 0, dropped: false });
    parent.contents[name] = node;
    return node;
  }

  // A file without a name lives on until its last stream is closed, as POSIX has it.
  function drop(node) {
    if (!node.slot) return;
    if (!node.dropped && !node.slot.isLost) attempt(() => pool.forget(node.slot));
    node.dropped = true;
    if (node.streams > 0) return;
    attempt(() => pool.release(node.slot));
    node.slot = null;
  }

  const type = {
    mount() {
      const root = FS.createNode(null, "/", 0o40777, 0);
      const stream = { llseek: fileStream.llseek, fsync: () => 0 };
      return Object.assign(root, { node_ops: folderOps, stream_ops: stream, contents: {} });
    },
  };
  FS.mkdirTree(place);
  const root = FS.mount(type, {}, place);
  for (const [name, slot] of pool.files) addFile(root, name, 0o100666, slot);
  return () => {
    for (const node of Object.values(root.contents)) FS.hashRemoveNode(node);
    for (const node of Object.values(root.contents)) node.dropped = true;
    root.contents = {};
  };
}
