import { screen, within } from '@testing-library/react'
import { act } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { openAt } from '~mock/in-shop'
import { stubMatchMedia } from '~mock/window-stubs'
import { LanguageMenu } from '~shared/frame/language-menu'
import { LANGUAGE_NAMES, LOCALES } from '~shared/i18n/locale'
import SideMenuContent from './side-menu-content'

beforeEach(() => {
  stubMatchMedia()
  return () => vi.unstubAllGlobals()
})

const linksTo = (container: HTMLElement) =>
  LOCALES.map((locale) =>
    within(container)
      .getByRole('link', { name: new RegExp(LANGUAGE_NAMES[locale]), hidden: true })
      .getAttribute('href'),
  )

describe.each([
  ['the menu in the top strip', LanguageMenu],
  ['the menu at the side', SideMenuContent],
])('%s', (_where, Component) => {
  it('links to the same anchor of the same page in every language', async () => {
    const { router } = openAt('/faq?utm_source=x#qaytarma', { path: '/faq', Component })
    const list = (await screen.findAllByRole('link', { name: /Русский/, hidden: true }))[0]?.closest('ul')
    if (!list) throw new Error('there is no list of languages')
    expect(linksTo(list)).toEqual(['', '/ru', '/en'].map((prefix) => `${prefix}/faq?utm_source=x#qaytarma`))

    await act(() => router.navigate('/faq#odenis'))
    expect(linksTo(list)).toEqual(['', '/ru', '/en'].map((prefix) => `${prefix}/faq#odenis`))
  })

  it('links to the page when the address has no anchor', async () => {
    openAt('/faq', { path: '/faq', Component })
    const russian = await screen.findByRole('link', { name: /Русский/, hidden: true })
    expect(russian).toHaveAttribute('href', '/ru/faq')
  })
})
