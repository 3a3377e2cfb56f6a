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

/** The folder of the pictures and of the report. */
const FOLDER = process.env.WALK_PICTURES ?? 'test-results/walk'

/** The effort of a step: presses of buttons, links and fields (two for a choice in a list), and typed values. */
interface Effort {
  step: string
  presses: number
  values: number
  seconds: number
}

const efforts: Effort[] = []

const print = (line: string) => process.stdout.write(`${line}\n`)

/** Runs a step of the walk, and records what it took. */
export const step = (name: string, run: () => Promise<void>) =>
  test.step(name, async () => {
    const effort = { step: name, presses: 0, values: 0, seconds: 0 }
    efforts.push(effort)
    const startedAt = Date.now()
    await run()
    print(name)
    effort.seconds = Math.round((Date.now() - startedAt) / 100) / 10
  })

const count = (presses: number, values = 0) => {
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

/** One person with a browser. Every action is one of the user interface. */
export class Walker {
  private constructor(readonly page: Page) {}

  /** Opens a browser of a first-time visitor, who has answered the question about cookies. */
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

  /** Types an address, as a first visit or a received link. Inside the shop, a person follows links. */
  async open(path: string) {
    await this.page.goto(inLocale('en', path) || '/')
    await expect(this.heading()).toBeVisible()
  }

  /** Opens an area by the menu of the back office. */
  async openArea(name: string) {
    await this.press(this.page.getByRole('navigation', { name: t('admin.areas.menu') }).getByRole('link', { name, exact: true }))
    await expect(this.heading()).toContainText(name)
  }

  async press(target: Locator) {
    count(1)
    await target.click()
  }

  async check(target: Locator) {
    count(1)
    await target.check()
  }

  async type(target: Locator | string, text: string) {
    count(1, 1)
    await (typeof target === 'string' ? this.field(target) : target).fill(text)
  }

  /** Types several values into the fields of these names. */
  async fillIn(values: Record<string, string>) {
    for (const [name, text] of Object.entries(values)) await this.type(name, text)
  }

  async choose(target: Locator | string, label: string) {
    count(2)
    await (typeof target === 'string' ? this.field(target) : target).selectOption({ label })
  }

  async chooseFile(target: Locator, file: string | { name: string; mimeType: string; buffer: Buffer }) {
    count(2)
    await target.setInputFiles(file)
  }

  async seeMessage(text: string | RegExp) {
    const messages = this.page.getByRole('region', { name: t('common.messages') })
    await expect(messages.getByText(text, { exact: true }).last()).toBeVisible()
  }

  /** Saves what the window shows, or the whole page. */
  async picture(name: string, { whole = true } = {}) {
    mkdirSync(FOLDER, { recursive: true })
    // Pictures load when they come near, and messages of the former step fade.
    await this.page.waitForLoadState('networkidle').catch(() => undefined)
    await this.page.screenshot({ path: join(FOLDER, `${name}.png`), fullPage: whole, animations: 'disabled', timeout: 0 })
  }

  /** Saves the page as a phone shows it. */
  async phonePicture(name: string) {
    const before = this.page.viewportSize()
    await this.page.setViewportSize({ width: 390, height: 844 })
    await this.picture(name, { whole: false })
    if (before) await this.page.setViewportSize(before)
  }

  /** Signs up with a phone number, its code, and a password, which staff needs. */
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
    // Leaving earlier would lose the session of the answer.
    await expect(this.page).not.toHaveURL(/\/giris/)
  }

  /** Types the code of the text message. It is sent by itself once its last digit is typed. */
  async enterCode({ phoneNumber }: Person) {
    await this.type(this.page.getByLabel(t('signIn.code.label')), await codeFor(this.page.request, phoneNumber))
  }

  private secret = ''
  private lastCode = ''

  /** Returns the code that the authenticator app shows. Each code is accepted once, so it may have to wait for the next. */
  private async nextCode(): Promise<string> {
    await expect.poll(() => totpCode(this.secret), { timeout: 40_000, intervals: [500] }).not.toBe(this.lastCode)
    this.lastCode = totpCode(this.secret)
    return this.lastCode
  }

  /** Enters the back office for the first time: password, authenticator app, recovery codes. */
  async enterBackOffice({ localPhone, password }: Person, pictures?: string) {
    await expect(this.heading()).toHaveText(t('adminStaff.steps.password.title'))
    await this.fillIn({ login: localPhone, password })
    await this.press(this.button(t('adminStaff.signIn.submit')))
    await expect(this.heading()).toHaveText(t('adminStaff.steps.setUp.title'))
    this.secret = (await this.main().locator('p.font-mono').innerText()).replaceAll(/\s/g, '')
    if (pictures) await this.picture(`${pictures}-second-factor`)
    await this.type(this.main().getByLabel(t('adminStaff.factor.totp')), await this.nextCode())
    await this.press(this.button(t('adminStaff.factor.confirm')))
    await expect(this.heading()).toHaveText(t('adminStaff.steps.codes.title'))
    await this.check(this.main().getByRole('checkbox', { name: t('adminStaff.codes.stored') }))
    await this.press(this.button(t('adminStaff.codes.continue')))
    await expect(this.heading()).toHaveText(t('admin.home.title'))
  }

  /** Confirms with the app again if the action asks for it, which it does ten minutes after the last code. */
  async confirmIfAsked(done: Locator) {
    const dialog = this.page.getByRole('dialog', { name: t('adminStaff.stepUp.title') })
    await expect(dialog.or(done).first()).toBeVisible()
    if (!(await dialog.isVisible())) return
    await this.type(dialog.getByLabel(t('adminStaff.factor.totp')), await this.nextCode())
    await this.press(dialog.getByRole('button', { name: t('adminStaff.factor.confirm') }))
    await expect(dialog).toBeHidden()
  }
}
