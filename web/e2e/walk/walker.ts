// A walker is one person of walk.ts. Counts presses and typed values, and takes screenshots.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, expect, type Locator, type Page, test } from '@playwright/test'
import { inLocale } from '~shared/i18n/locale'
import { paths } from '~shared/lib/paths'
import { codeFor } from '../inbox'
import { withHydration } from '../hydration'
import type { Person } from '../people'
import { texts } from '../texts'
import { totpCode } from '../totp'

export const t = texts('en')

const FOLDER = process.env.WALK_PICTURES ?? 'test-results/walk'

interface Effort {
  step: string
  presses: number
  values: number
  seconds: number
}

/** The last one belongs to the current step. */
const efforts: Effort[] = []

const print = (line: string) => process.stdout.write(`${line}\n`)

export const step = (name: string, run: () => Promise<void>) =>
  test.step(name, async () => {
    const effort = { step: name, presses: 0, values: 0, seconds: 0 }
    efforts.push(effort)
    const startedAt = Date.now()
    await run()
    print(name)
    effort.seconds = Math.round((Date.now() - startedAt) / 100) / 10
  })

const addEffort = (presses: number, values = 0) => {
  const effort = efforts.at(-1)
  if (!effort) return
  effort.presses += presses
  effort.values += values
}

export function writeReport() {
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(join(FOLDER, 'walk.json'), `${JSON.stringify(efforts, null, 2)}\n`)
  for (const { step, presses, values, seconds } of efforts)
    print(`${String(seconds).padStart(6)} s  ${String(presses).padStart(3)} presses  ${String(values).padStart(3)} values  ${step}`)
}

export class Walker {
  private constructor(readonly page: Page) {}

  /** `width` is in pixels. */
  static async start(browser: Browser, width = 1440): Promise<Walker> {
    const context = await browser.newContext({ viewport: { width, height: width < 800 ? 844 : 900 } })
    return new Walker(withHydration(await context.newPage()))
  }

  main = () => this.page.getByRole('main')
  button = (name: string | RegExp) => this.main().getByRole('button', { name, exact: true })
  link = (name: string | RegExp) => this.main().getByRole('link', { name, exact: true })
  backOfficeLink = () => this.main().locator(`a[href$="${paths.admin()}"]`)
  heading = () => this.page.getByRole('heading', { level: 1 })
  field = (name: string) => this.main().locator(`[name="${name}"]`)

  /** Types an address: a first visit, or a received link. */
  async open(path: string) {
    await this.page.goto(inLocale('en', path) || '/')
    await expect(this.heading()).toBeVisible()
  }

  async openArea(name: string) {
    await this.press(this.page.getByRole('navigation', { name: t('admin.areas.menu') }).getByRole('link', { name, exact: true }))
    await expect(this.heading()).toContainText(name)
  }

  async press(target: Locator) {
    addEffort(1)
    await target.click()
  }

  async check(target: Locator) {
    addEffort(1)
    await target.check()
  }

  /** A string is the name of a field. */
  async type(target: Locator | string, text: string) {
    addEffort(1, 1)
    await (typeof target === 'string' ? this.field(target) : target).fill(text)
  }

  async fillIn(values: Record<string, string>) {
    for (const [name, text] of Object.entries(values)) await this.type(name, text)
  }

  /** One press opens the list, and one chooses. */
  async choose(target: Locator | string, label: string) {
    addEffort(2)
    await (typeof target === 'string' ? this.field(target) : target).selectOption({ label })
  }

  async chooseFile(target: Locator, file: string | { name: string; mimeType: string; buffer: Buffer }) {
    addEffort(2)
    await target.setInputFiles(file)
  }

  async expectToast(text: string | RegExp) {
    const messages = this.page.getByRole('region', { name: t('common.messages') })
    await expect(messages.getByText(text, { exact: true }).last()).toBeVisible()
  }

  async screenshot(name: string, { fullPage = true } = {}) {
    mkdirSync(FOLDER, { recursive: true })
    // Pictures load when they come near, and messages of the former step fade.
    await this.page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => undefined)
    await this.page.screenshot({ path: join(FOLDER, `${name}.png`), fullPage, animations: 'disabled', timeout: 0 })
  }

  async phoneScreenshot(name: string) {
    const sizeBefore = this.page.viewportSize()
    await this.page.setViewportSize({ width: 390, height: 844 })
    await this.screenshot(name, { fullPage: false })
    if (sizeBefore) await this.page.setViewportSize(sizeBefore)
  }

  async signUp(person: Person) {
    await this.type(this.page.getByLabel(t('signIn.phone.number'), { exact: true }), person.localPhone)
    await this.press(this.button(t('signIn.phone.submit')))
    await expect(this.heading()).toHaveText(t('signIn.code.title'))
    await this.enterCode(person)
    await expect(this.heading()).toHaveText(t('signIn.details.title'))
    const { firstName, lastName, email, password } = person
    await this.fillIn({ firstName, lastName, email })
    await this.type(this.page.getByLabel(t('forms.password.label'), { exact: true }), password)
    await this.type(this.page.getByLabel(t('forms.password.repeat'), { exact: true }), password)
    await this.check(this.page.getByRole('checkbox', { name: t('signIn.details.terms') }))
    await this.press(this.button(t('signIn.details.submit')))
    // Opening another page earlier would lose the session.
    await expect(this.page).not.toHaveURL(/\/giris/)
  }

  /** The page sends the code once its last digit is typed. */
  async enterCode({ phoneNumber }: Person) {
    await this.type(this.page.getByLabel(t('signIn.code.label')), await codeFor(this.page.request, phoneNumber))
  }

  private secret = ''
  private lastCode = ''

  /** The server accepts each code once, so this waits for a new one. */
  private async nextCode(): Promise<string> {
    await expect.poll(() => totpCode(this.secret), { timeout: 40_000, intervals: [500] }).not.toBe(this.lastCode)
    this.lastCode = totpCode(this.secret)
    return this.lastCode
  }

  /** The first visit sets up the authenticator app. */
  async enterBackOffice({ localPhone, password }: Person, screenshotPrefix?: string) {
    await expect(this.heading()).toHaveText(t('adminStaff.steps.password.title'))
    await this.fillIn({ login: localPhone, password })
    await this.press(this.button(t('adminStaff.signIn.submit')))
    await expect(this.heading()).toHaveText(t('adminStaff.steps.setUp.title'))
    this.secret = (await this.main().locator('p.font-mono').innerText()).replaceAll(/\s/g, '')
    if (screenshotPrefix) await this.screenshot(`${screenshotPrefix}-second-factor`)
    await this.type(this.main().getByLabel(t('adminStaff.factor.totp')), await this.nextCode())
    await this.press(this.button(t('adminStaff.factor.confirm')))
    await expect(this.heading()).toHaveText(t('adminStaff.steps.codes.title'))
    await this.check(this.main().getByRole('checkbox', { name: t('adminStaff.codes.stored') }))
    await this.press(this.button(t('adminStaff.codes.continue')))
    await expect(this.heading()).toHaveText(t('admin.home.title'))
  }

  /** A sensitive action needs a code ten minutes after the last one. The page shows `done` if it needs none. */
  async confirmIfAsked(done: Locator) {
    const dialog = this.page.getByRole('dialog', { name: t('adminStaff.stepUp.title') })
    await expect(dialog.or(done).first()).toBeVisible()
    if (!(await dialog.isVisible())) return
    await this.type(dialog.getByLabel(t('adminStaff.factor.totp')), await this.nextCode())
    await this.press(dialog.getByRole('button', { name: t('adminStaff.factor.confirm') }))
    await expect(dialog).toBeHidden()
  }
}
