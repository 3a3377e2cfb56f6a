// Records which buttons of the back office tests show, and which they press. `tools/vitest/unpressed.ts` compares both.
// The name of a button is its page, role and key: `/idare/seo | button | adminSite.seo.save`.
import contract from '../routes.json'

interface Presses {
  shown: string[]
  pressed: string[]
}

declare module 'vitest' {
  interface TaskMeta {
    presses?: Presses
  }
}

type Tree = { [name: string]: string | Tree }

const PAGES = contract.routes
  .map(({ pattern }) => pattern)
  .filter((pattern) => pattern.startsWith('/idare'))
  // Patterns without parameters come first: `/idare/mehsullar/yeni` is no product "yeni".
  .sort((a, b) => a.split('{').length - b.split('{').length)
  .map((pattern) => ({ pattern, matcher: new RegExp(`^${pattern.replaceAll(/\{\w+\}/g, '[^/]+')}$`) }))

const files = import.meta.glob<Tree>('../locales/az/*.json', { eager: true, import: 'default' })

function flatten(node: Tree, prefix: string): [string, string][] {
  return Object.entries(node).flatMap(([name, value]) =>
    typeof value === 'string' ? [[`${prefix}.${name}`, value] as [string, string]] : flatten(value, `${prefix}.${name}`),
  )
}

const MESSAGES = Object.entries(files).flatMap(([path, tree]) => flatten(tree, path.replace(/^.*\/(\w+)\.json$/, '$1')))
// Several keys may have the same text. Keys of the back office win, and labels of columns lose.
const rankOf = (key: string) => {
  if (key.startsWith('adminConsole.column.')) return 2
  return key.startsWith('admin') ? 0 : 1
}
// The last entry of a text wins, so the best keys come last.
const KEYS = new Map(MESSAGES.toSorted(([a], [b]) => rankOf(b) - rankOf(a)).map(([key, text]) => [text, key]))
const FIELD_ERRORS = new Set(MESSAGES.filter(([key]) => key.startsWith('errors.')).map(([, text]) => text))
const escape = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
/** Texts with placeholders such as `{name}`. */
const TEMPLATES = MESSAGES.filter(([, text]) => text.includes('{'))
  .map(([key, text]) => ({ key, letters: text.replaceAll(/\{\w+\}/g, '').trim().length, matcher: matcherOf(text) }))
  // Texts of few letters would match almost anything.
  .filter(({ letters }) => letters > 3)
  .sort((a, b) => b.letters - a.letters)

function matcherOf(text: string) {
  return new RegExp(
    `^${text
      .split(/\{\w+\}/)
      .map(escape)
      .join('.+')}$`,
  )
}

/** Caches the results of `nameOf`. */
const names = new Map<string, string>()

/** Returns the key of a text. `…` stands for data. */
function nameOf(text: string): string {
  const known = names.get(text)
  if (known !== undefined) return known
  const [start = '', ...data] = text.split(/: | · /)
  const startKey = data.length > 0 ? KEYS.get(start) : undefined
  const name = KEYS.get(text) ?? TEMPLATES.find(({ matcher }) => matcher.test(text))?.key ?? (startKey ? `${startKey}: …` : '…')
  names.set(text, name)
  return name
}

const textOf = (element: Element | null | undefined) => (element?.textContent ?? '').replaceAll(/\s+/g, ' ').trim()

function labelOf(element: Element): string {
  const label = element.getAttribute('aria-label')
  if (label) return label
  if (element instanceof HTMLInputElement)
    return element.type === 'submit' ? element.value : textOf(labelAround(element) ?? element.labels?.[0])
  return textOf(element)
}

/** Faster than `labels`, for which jsdom searches the whole document. */
function labelAround(element: Element): Element | undefined {
  for (let ancestor = element.parentElement; ancestor; ancestor = ancestor.parentElement)
    if (ancestor.localName === 'label') return ancestor
  return undefined
}

const INPUTS = new Set(['checkbox', 'radio', 'file', 'submit', 'button'])
const ROLES = new Set(['button', 'option', 'menuitem', 'menuitemradio', 'menuitemcheckbox', 'tab', 'switch'])

/** Elements of the layout and links to wrong fields have one name for all pages. */
function identify(page: string, role: string, element: Element): string {
  const label = labelOf(element)
  if (role === 'button' && FIELD_ERRORS.has(label.split(': ').at(-1) ?? '') && label.includes(': '))
    return 'form | button | field with an error'
  return `${isOfLayout(element) ? 'layout' : page} | ${role} | ${role === 'option' ? '…' : nameOf(label)}`
}

function isOfLayout(element: Element): boolean {
  for (let ancestor = element.parentElement; ancestor; ancestor = ancestor.parentElement)
    if (ancestor.localName === 'header' || ancestor.hasAttribute('aria-live')) return true
  return false
}

/** Returns undefined for elements that cannot be pressed, and for links, which a test of the gateway follows. */
function roleOf(element: Element): string | undefined {
  const role = element.getAttribute('role')
  if (role) return ROLES.has(role) ? role : undefined
  if (element instanceof HTMLButtonElement) return 'button'
  if (element instanceof HTMLInputElement) return INPUTS.has(element.type) ? element.type : undefined
  return element.localName === 'summary' ? 'summary' : undefined
}

const TAGS = ['button', 'summary', 'input', 'a']
const isDisabled = (element: Element) => 'disabled' in element && element.disabled === true

/** All test files of a worker share the recorder, although their modules are loaded again for each file. */
interface Recorder {
  /** The address of the page that is rendered. The router has the next address earlier. */
  path?: string
  shown: Set<string>
  pressed: Set<string>
  /** What earlier tests have reported: `shown` or `pressed`, and a name. */
  sent: Set<string>
  isListening: boolean
}
const globals = globalThis as typeof globalThis & { sovqatPresses?: Recorder }
const recorder: Recorder = (globals.sovqatPresses ??= { shown: new Set(), pressed: new Set(), sent: new Set(), isListening: false })

/** Stores the address of the page that was rendered. */
export function showsPage(path: string) {
  recorder.path = path
}

function currentPage(): string | undefined {
  const { path } = recorder
  return path === undefined ? undefined : PAGES.find(({ matcher }) => matcher.test(path))?.pattern
}

export function recordShown() {
  const page = currentPage()
  if (page === undefined) return
  for (const tag of TAGS) {
    for (const element of document.getElementsByTagName(tag)) {
      const role = roleOf(element)
      if (role && !isDisabled(element)) recorder.shown.add(identify(page, role, element))
    }
  }
}

function recordPress(target: EventTarget | null) {
  const page = currentPage()
  if (page === undefined) return
  for (let element = target instanceof Element ? target : null; element; element = element.parentElement) {
    const role = roleOf(element)
    if (!role) continue
    recorder.pressed.add(identify(page, role, element))
    return
  }
}

function listen(type: string, targetOf: (event: Event) => EventTarget | null) {
  const onEvent = (event: Event) => {
    recordShown()
    recordPress(targetOf(event))
  }
  window.addEventListener(type, onEvent, { capture: true })
}

export function listenForPresses() {
  if (recorder.isListening) return
  recorder.isListening = true
  listen('click', ({ target }) => target)
  listen('submit', (event) => (event as SubmitEvent).submitter ?? (event.target as Element).querySelector('[type=submit]'))
  listen('change', ({ target }) => (target instanceof HTMLInputElement && target.type === 'file' ? target : null))
}

function takeNew(kind: 'shown' | 'pressed'): string[] {
  const newNames = [...recorder[kind]].filter((name) => !recorder.sent.has(`${kind} ${name}`))
  for (const name of newNames) recorder.sent.add(`${kind} ${name}`)
  return newNames
}

/** Returns the names that no earlier test has reported. */
export function takePresses(): Presses | undefined {
  recordShown()
  delete recorder.path
  const presses = { shown: takeNew('shown'), pressed: takeNew('pressed') }
  return presses.shown.length + presses.pressed.length > 0 ? presses : undefined
}
