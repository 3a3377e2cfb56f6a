// On every list of the back office: downloads it as Excel and as CSV, and saves its filter as a view.
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { strFromU8, unzipSync } from 'fflate'
import type { ComponentType } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { canonicalSearch } from '~admin/lib/saved-views'
import { adminPaths } from '~admin/paths'
import { Component as Audit } from '~admin/routes/audit'
import { Component as Campaigns } from '~admin/routes/campaign-list'
import { Component as Cashouts } from '~admin/routes/cashouts'
import { Component as Orders } from '~admin/routes/orders'
import { Component as Products } from '~admin/routes/product-list'
import { Component as Promos } from '~admin/routes/promo-list'
import { Component as Redirects } from '~admin/routes/redirects'
import { Component as Refunds } from '~admin/routes/refunds'
import { Component as SearchRules } from '~admin/routes/search-rules'
import { Component as Searches } from '~admin/routes/searches'
import { Component as Stores } from '~admin/routes/store-list'
import { Component as Tickets } from '~admin/routes/tickets'
import { Component as Wholesale } from '~admin/routes/wholesale-list'
import { openAt, t } from '~mock/in-shop'
import { savedViewsState } from '~mock/saved-views-state'
import { signInStaff } from '~mock/staff-sign-in'
import { fieldLabelled, pressButton } from '~mock/forms'

/** The files that the browser was told to save, with their names. */
let saved: { name: string; content: Blob }[] = []

const open = (path: string, Component: ComponentType) => openAt(path, { path: path.split('?')[0] ?? '', Component })

beforeEach(() => {
  saved = []
  signInStaff()
  let last = new Blob()
  const createObjectURL = (content: Blob) => {
    last = content
    return 'blob:file'
  }
  Object.assign(URL, { createObjectURL, revokeObjectURL: () => {} })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push({ name: this.download, content: last })
  })
})

it.each([
  ['orders', adminPaths.orders(), Orders],
  ['refunds', adminPaths.refunds('refused'), Refunds],
  ['wholesale', adminPaths.wholesale(), Wholesale],
  ['cashouts', adminPaths.cashouts(), Cashouts],
  ['tickets', adminPaths.tickets(), Tickets],
  ['stores', adminPaths.stores(), Stores],
  ['campaigns', adminPaths.campaigns(), Campaigns],
  ['promos', adminPaths.promos(), Promos],
  ['searches', adminPaths.searches(), Searches],
  ['search-rules', adminPaths.searchRules(), SearchRules],
  ['redirects', adminPaths.redirects(), Redirects],
])('the list of %s is downloaded as Excel and as CSV, with the same rows', async (list, path, Component) => {
  open(path, Component)
  await pressButton(t('adminConsole.export.xlsx'))
  await waitFor(() => expect(saved).toHaveLength(1))
  await pressButton(t('adminConsole.export.csv'))
  await waitFor(() => expect(saved).toHaveLength(2))
  const [excel, csv] = saved
  expect([excel?.name, csv?.name].map((name) => name?.replace(/-\d{4}-\d\d-\d\d\./, '.'))).toEqual([
    `sovqat-${list}.xlsx`,
    `sovqat-${list}.csv`,
  ])
  const sheet = unzipSync(new Uint8Array((await excel?.content.arrayBuffer()) ?? []))['xl/worksheets/sheet1.xml']
  const rowCount = strFromU8(sheet ?? new Uint8Array()).match(/<row /g)?.length ?? 0
  expect(rowCount).toBeGreaterThan(1)
  // The values of the mock have no line breaks, so a line is a row.
  expect((await csv?.content.text())?.trimEnd().split('\r\n')).toHaveLength(rowCount)
})

it.each([
  ['orders', adminPaths.orders({ status: 'waiting' }), Orders],
  ['wholesale', adminPaths.wholesale({ status: 'requested' }), Wholesale],
  ['stores', adminPaths.stores({ state: 'open' }), Stores],
  ['products', adminPaths.products({ state: 'draft' }), Products],
  ['promos', adminPaths.promos({ status: 'active' }), Promos],
  ['audit', adminPaths.audit({ action: 'yoxdur' }), Audit],
])('the filter of the list of %s is saved as a view, renamed and removed', async (list, path, Component) => {
  const { address } = open(path, Component)
  const writeName = async (name: string) => {
    fireEvent.change(await fieldLabelled(new RegExp(`^${t('adminConsole.views.name')}`)), { target: { value: name } })
    await pressButton(t('adminConsole.views.saveNow'))
  }
  await pressButton(t('adminConsole.views.save'))
  await pressButton(t('common.close'))
  expect(document.querySelector('dialog[open]')).toBeNull()
  await pressButton(t('adminConsole.views.save'))
  fireEvent.click(await fieldLabelled(new RegExp(`^${t('adminConsole.views.makeDefault')}`)))
  await writeName('Öz')
  await pressButton(t('adminConsole.views.edit'))
  const star = () => screen.getByLabelText(t('adminConsole.views.defaultOf', { name: 'Öz' }))
  expect(star()).toHaveAttribute('aria-pressed', 'true')
  await pressButton(t('adminConsole.views.defaultOf', { name: 'Öz' }))
  await waitFor(() => expect(star()).toHaveAttribute('aria-pressed', 'false'))
  await pressButton(`${t('adminConsole.views.rename')}: Öz`)
  await pressButton(t('adminStaff.cancel'))
  await pressButton(`${t('adminConsole.views.rename')}: Öz`)
  await writeName('Mənim')
  await pressButton(t('common.close'))
  const views = within(screen.getByRole('navigation', { name: t('adminConsole.views.title') }))
  fireEvent.click(views.getByRole('link', { name: t('adminConsole.views.unfiltered') }))
  expect(address()).toBe(path.split('?')[0])
  fireEvent.click(await views.findByRole('link', { name: 'Mənim' }))
  const query = canonicalSearch(path.split('?')[1] ?? '')
  expect(canonicalSearch(address().split('?')[1] ?? '')).toBe(query)
  await waitFor(() => expect(savedViewsState.all).toEqual([{ list, name: 'Mənim', query, isDefault: false }]))
  await pressButton(t('adminConsole.views.edit'))
  await pressButton(`${t('adminConsole.views.remove')}: Mənim`)
  await pressButton(t('adminConsole.views.removeNow'))
  await waitFor(() => expect(screen.queryByRole('navigation', { name: t('adminConsole.views.title') })).toBeNull())
})
