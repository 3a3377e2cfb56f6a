import { type Locale, LOCALES } from '~shared/i18n/locale'

/** `cargo verify --full` sets this: every test on both devices, in all languages, every page state in every combination. */
export const IS_FULL = process.env.E2E_FULL === '1'

export const DEVICES = ['desktop', 'phone'] as const
export type Device = (typeof DEVICES)[number]

/** Tags that decide where a test runs when the run is not a full one. A test without a tag runs on one device, `deviceOf` its file. */
export const BOTH = '@both'
/** Runs with `--full` only: a Rust or component test proves the same, and `docs/CONTRIBUTING.md` names it. */
export const FULL = '@full'
/** Runs on the desktop only, with `--full` too: it needs a keyboard or a mouse. */
export const DESKTOP = '@desktop'

/**
 * The languages that a test is repeated in: all of them in a full run, else one.
 * The one is chosen by the name of what is tested, so that the tests together cover all languages and a failure repeats itself.
 */
export const languagesFor = (name: string): readonly Locale[] => (IS_FULL ? LOCALES : [pick(LOCALES, name)])

/** The device whose project looks at something once, chosen by its name like the language. */
export const deviceFor = (name: string): Device => pick(DEVICES, `${name} on a device`)

function pick<T>(choices: readonly T[], name: string): T {
  // FNV-1a: spreads similar names over the choices.
  let hash = 0x811c9dc5
  for (const character of name) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0
  // The low bits of this hash repeat; the high ones are mixed.
  return choices[(hash >>> 8) % choices.length] as T
}

/** The specs whose flows run on the phone when they run once. The others run on the desktop. */
const ON_PHONE = [
  'account',
  'addresses',
  'birthdays',
  'category',
  'deletion',
  'favourites',
  'journey',
  'lists',
  'notifications',
  'orders',
  'product',
  'pwa',
  'search',
  'sign-in',
  'stores',
  'transfer',
]

/** Matches the full titles, which begin with project and file, of the tests that a device runs when each runs once. */
export function onceOn(device: Device): { grep: RegExp; grepInvert: RegExp } {
  const phones = `(${ON_PHONE.join('|')})\\.spec\\.ts`
  const files = device === 'phone' ? `${phones}|\\.phone\\.spec\\.ts` : `^(?!.*(${phones}|\\.phone\\.spec\\.ts))`
  const tags = device === 'phone' ? BOTH : `${BOTH}|${DESKTOP}`
  const excluded = device === 'phone' ? `${FULL}|${DESKTOP}` : FULL
  return { grep: new RegExp(`${tags}|${files}`), grepInvert: new RegExp(excluded) }
}

/** What a device leaves out when everything runs. */
export const leftOutOn = (device: Device): { grepInvert?: RegExp } => (device === 'phone' ? { grepInvert: new RegExp(DESKTOP) } : {})
