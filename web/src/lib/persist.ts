import type { PersistStorage, StorageValue } from 'zustand/middleware'

// Everything the shop keeps on the device lives under one key, a section for each store.
const KEY = 'sovqat'

type Sections = Record<string, StorageValue<unknown>>

function read(): Sections {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Sections
  } catch {
    return {}
  }
}

function write(sections: Sections) {
  try {
    localStorage.setItem(KEY, JSON.stringify(sections))
  } catch {
    // A full or forbidden storage costs the memory of this visit, never the visit itself.
  }
}

export function section<S>(): PersistStorage<S> {
  return {
    getItem: (name) => (read()[name] as StorageValue<S> | undefined) ?? null,
    setItem: (name, value) => write({ ...read(), [name]: value }),
    removeItem: (name) => {
      const { [name]: _gone, ...rest } = read()
      write(rest)
    },
  }
}

interface Persisted {
  persist: { rehydrate: () => void | Promise<void> }
}

/** Other tabs write the same key: what they stored is taken over at once. */
export function followOtherTabs(stores: Persisted[]) {
  window.addEventListener('storage', (event) => {
    if (event.key === KEY) for (const store of stores) void store.persist.rehydrate()
  })
}
