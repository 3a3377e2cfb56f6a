// Stand-ins for browser globals that QuickJS lacks. `entry.ts` must import this file first.

// They perform no I/O, because all data comes with the call of `render`. They do only what the router needs: `set` keeps further
// values of a name, and relative addresses are not resolved.

class UrlSearchParams {
  private pairs: [string, string][]

  constructor(from: string | UrlSearchParams | [string, string][] | Record<string, string> = '') {
    if (typeof from === 'string') this.pairs = parse(from)
    else if (Array.isArray(from)) this.pairs = [...from]
    else this.pairs = from instanceof UrlSearchParams ? [...from.pairs] : Object.entries(from)
  }

  get size() {
    return this.pairs.length
  }
  has = (name: string) => this.pairs.some(([key]) => key === name)
  get = (name: string) => this.pairs.find(([key]) => key === name)?.[1] ?? null
  getAll = (name: string) => this.pairs.filter(([key]) => key === name).map(([, value]) => value)
  append = (name: string, value: string) => void this.pairs.push([name, value])
  forEach = (callback: (value: string, name: string) => void) => this.pairs.forEach(([name, value]) => callback(value, name))
  keys = () => this.pairs.map(([name]) => name).values()
  toString = () => this.pairs.map((pair) => pair.map(encode).join('=')).join('&')

  set(name: string, value: string) {
    const pair = this.pairs.find(([key]) => key === name)
    if (pair) pair[1] = value
    else this.append(name, value)
  }

  delete(name: string) {
    this.pairs = this.pairs.filter(([key]) => key !== name)
  }

  [Symbol.iterator](): Iterator<[string, string]> {
    return this.pairs.values()
  }
}

const decode = (text: string) => decodeURIComponent(text.replaceAll('+', ' '))
const encode = (text: string) =>
  encodeURIComponent(text)
    .replaceAll('%20', '+')
    .replaceAll(/[!'()~]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)

const parse = (text: string) =>
  text
    .replace(/^\?/, '')
    .split('&')
    .filter(Boolean)
    .map((pair): [string, string] => {
      const [name = '', ...value] = pair.split('=')
      return [decode(name), decode(value.join('='))]
    })

const ADDRESS = /^(https?:\/\/[^/?#]*)?([^?#]*)(\?[^#]*)?(#.*)?$/
/** Everything but the visible characters of ASCII. */
const NEEDS_ENCODING = /[^!-~]+/g

/** The parts of `URL` that the router reads. Its base is an origin. */
class Url {
  readonly origin: string
  readonly pathname: string
  readonly search: string
  readonly hash: string

  constructor(address: string | { toString(): string }, base = '') {
    const [, origin = base, pathname, search = '', hash = ''] = ADDRESS.exec(String(address)) ?? []
    this.origin = origin
    this.pathname = (pathname || '/').replaceAll(NEEDS_ENCODING, encodeURIComponent)
    this.search = search
    this.hash = hash
  }
}

/** For code that never runs here. */
const Unused = function () {}

const noop = () => {}

const STAND_INS: Record<string, unknown> = {
  URL: Url,
  URLSearchParams: UrlSearchParams,
  TextEncoder: Unused,
  TextDecoder: Unused,
  console: { error: noop, warn: noop, log: noop },
  // Timers never fire, because a render ends before they would.
  setTimeout: noop,
  clearTimeout: noop,
  addEventListener: noop,
  // Lazy parts load texts in the language of this path. All are loaded already, so any language will do.
  location: { pathname: '/' },
}

for (const [name, standIn] of Object.entries(STAND_INS)) if (!(name in globalThis)) Object.assign(globalThis, { [name]: standIn })
