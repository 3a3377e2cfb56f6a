// What has been typed and not sent, kept for the tab: a reload, a wrong turn or a lost session must not cost it.
const KEY = 'sovqat-drafts'

type Drafts = Record<string, unknown>

function all(): Drafts {
  try {
    return (JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Drafts | null) ?? {}
  } catch {
    return {}
  }
}

function write(drafts: Drafts) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(drafts))
  } catch {
    // A full or forbidden storage: what is typed is on the page still.
  }
}

export const drafts = {
  /** What was kept under a name, and `otherwise` when nothing was. */
  read: <T extends object>(name: string, otherwise: T): T => ({ ...otherwise, ...(all()[name] as Partial<T> | undefined) }),
  has: (name: string) => name in all(),
  keep: (name: string, draft: unknown) => write({ ...all(), [name]: draft }),
  drop: (name: string) => {
    const { [name]: _sent, ...rest } = all()
    write(rest)
  },
  forget: () => write({}),
}
