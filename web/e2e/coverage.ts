// Decides on which devices and in which languages a test runs. A quick run (`cargo verify`) runs most tests once, and a full run (`cargo
// verify --full`) runs every test on both devices and in all languages.

import { type Locale, LOCALES } from '~shared/i18n/locale'

/** Whether this is a full run: every test on both devices and in all languages. */
export const IS_FULL = process.env.E2E_FULL === '1'

export const DEVICES = ['desktop', 'phone'] as const
export type Device = (typeof DEVICES)[number]

// Tags decide where a test runs. Without a tag, a quick run runs the test on the device of its file (see `ON_PHONE`), and a full run runs
// the test on both devices.

/** The test runs on both devices in a quick run, too, because the shop behaves differently on each. */
export const BOTH = '@both'
/** The test runs only with `--full`, because a Rust or component test proves the same. `docs/CONTRIBUTING.md` names that test. */
export const FULL = '@full'
/** The test runs only on the desktop, also with `--full`, because it needs a keyboard or a mouse. */
export const DESKTOP = '@desktop'

/**
 * Returns the languages in which a test is repeated: all languages in a full run, otherwise one. This language depends on the test's name,
 * so that the tests together cover all languages and a failure is reproducible.
 */
export const languagesFor = (name: string): readonly Locale[] => (IS_FULL ? LOCALES : [pick(LOCALES, name)])

/** Returns the device for a check that runs once. The device depends on the name of the check, as the language does. */
export const deviceFor = (name: string): Device => pick(DEVICES, `${name} on a device`)

/**
 * Returns the device for a check that a full run makes once per language. The devices alternate with the languages, so the check runs in
 * every language and on both devices, with three visits instead of six.
 */
export const deviceInLanguage = (name: string, language: Locale): Device =>
  DEVICES[(DEVICES.indexOf(deviceFor(name)) + LOCALES.indexOf(language)) % DEVICES.length] as Device

/** Returns the same choice for the same name, and spreads different names over all choices. */
function pick<T>(choices: readonly T[], name: string): T {
  // FNV-1a spreads similar names over the choices.
  let hash = 0x811c9dc5
  for (const character of name) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0
  // The low bits of this hash repeat, so the high ones are mixed in.
  return choices[(hash >>> 8) % choices.length] as T
}

/** The test files that run on the phone when each test runs once. All others run on the desktop. */
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

/** Matches the full titles (project, file and test) of the tests that run on a device when each runs once. */
export function defaultRunOn(device: Device): { grep: RegExp; grepInvert: RegExp } {
  const phones = `(${ON_PHONE.join('|')})\\.spec\\.ts`
  const files = device === 'phone' ? `${phones}|\\.phone\\.spec\\.ts` : `^(?!.*(${phones}|\\.phone\\.spec\\.ts))`
  const tags = device === 'phone' ? BOTH : `${BOTH}|${DESKTOP}`
  const excluded = device === 'phone' ? `${FULL}|${DESKTOP}` : FULL
  return { grep: new RegExp(`${tags}|${files}`), grepInvert: new RegExp(excluded) }
}

/** Excludes tests from a device in a full run. */
export const fullRunOn = (device: Device): { grepInvert?: RegExp } => (device === 'phone' ? { grepInvert: new RegExp(DESKTOP) } : {})
