import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { auth } from '~shared/features/auth/store'
import { paths } from '~shared/lib/paths'
import { Component as Contact } from '~/routes/contact'
import { Component as Content } from '~/routes/content'
import { Component as AccountHelp } from '~/routes/profile/help'
import { openAt, t } from '~mock/in-shop'
import { signIn } from '~mock/sign-in'
import { stubIntersectionObserver, stubMatchMedia } from '~mock/window-stubs'
import Footer from './layout/footer'
import SideMenuContent from './layout/side-menu-content'

beforeEach(() => {
  stubMatchMedia()
  stubIntersectionObserver()
})
afterEach(() => {
  vi.unstubAllGlobals()
  auth.cleared()
})

it.each([
  ['the questions', paths.faq(), Content],
  ['the contact page', paths.contact(), Contact],
  ['the help of the account', paths.help(), AccountHelp],
  ['the footer', paths.home(), Footer],
  ['the menu at the side', paths.home(), SideMenuContent],
])('the help page is linked from %s', async (_place, path, Component) => {
  if (Component === AccountHelp) signIn()
  openAt(path, { path, Component })
  expect(await screen.findByRole('link', { name: t('deferred.footer.guide') })).toHaveAttribute('href', paths.guide())
})
