import { render, screen } from '@testing-library/react'
import axe from 'axe-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { USER } from '~mock/profile-state'
import { signInStaff } from '~mock/staff-sign-in'
import { I18nContext, translator } from '~shared/i18n/context'
import { loadMessages, loadPart } from '~shared/i18n/load'
import { LOCALES, type Locale } from '~shared/i18n/locale'
import { SecondPersonNote } from './second-person'

const AT = '2026-11-25T09:10:00Z'
type Payment = Parameters<typeof SecondPersonNote>[0]['payment']

async function show(locale: Locale, payment: Payment) {
  await loadPart(locale, 'admin')
  const t = translator(locale, await loadMessages(locale))
  const { container } = render(
    <I18nContext value={{ locale, t }}>
      <SecondPersonNote payment={payment} />
    </I18nContext>,
  )
  return { t, container }
}

beforeEach(() => signInStaff())

describe.each(LOCALES)('in %s', (locale) => {
  it('says that two people are needed', async () => {
    const { t } = await show(locale, { needsTwoPeople: true })
    screen.getByText(t('admin.secondPerson.needed'))
  })

  it('names the account of the first person and the time', async () => {
    const { t, container } = await show(locale, { needsTwoPeople: true, firstApproval: { accountId: 12, at: AT } })
    screen.getByText(t('admin.secondPerson.waiting', { account: 12 }), { exact: false })
    expect(container.querySelector('time')).toHaveAttribute('datetime', AT)
    expect(container.textContent).toContain('12')
    const { violations } = await axe.run(container, { rules: { region: { enabled: false } } })
    expect(violations.map(({ id }) => id)).toEqual([])
  })

  it('tells the first person to wait for another one', async () => {
    const { t } = await show(locale, { needsTwoPeople: true, firstApproval: { accountId: USER.id, at: AT } })
    screen.getByText(t('admin.secondPerson.own'), { exact: false })
  })

  it('shows nothing for a payment that one person approves', async () => {
    const { container } = await show(locale, { needsTwoPeople: false })
    expect(container).toBeEmptyDOMElement()
  })
})
