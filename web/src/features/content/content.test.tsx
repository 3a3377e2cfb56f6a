import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { describe, expect, it } from 'vitest'
import { paths } from '~shared/lib/paths'
import { Component as Contact } from '~/routes/contact'
import { Component as Content } from '~/routes/content'
import { BASE, problem } from '~mock/handlers/responses'
import { openAt, t } from '~mock/in-shop'
import { server } from '~mock/server'

/** How many questions the mock has. */
const QUESTION_COUNT = 5
const user = userEvent.setup({ delay: null })
const openText = (path: string) => openAt(path, { path: path.split('#')[0] ?? path, Component: Content })
const questions = () =>
  screen.getAllByRole('group').map((group) => within(group).getByRole('heading', { level: 3, hidden: true }).textContent)

describe('a page of texts', () => {
  it('shows its heading, date and table of contents', async () => {
    openText(paths.delivery())
    await screen.findByRole('heading', { level: 1, name: 'Çatdırılma' })
    expect(screen.getByText(t('content.updated', { date: '20 noyabr 2026' }))).toBeVisible()
    const contents = screen.getByRole('navigation', { name: t('content.onThisPage') })
    expect(within(contents).getByRole('link', { name: 'Qaytarma' })).toHaveAttribute('href', '#qaytarma')
    await waitFor(() => expect(document.title).toBe('Çatdırılma · Sovqat'))
  })

  it('links within the shop without loading a document', async () => {
    const { address } = openText(paths.delivery())
    await user.click(await screen.findByRole('link', { name: 'yazın' }))
    expect(address()).toBe(paths.contact())
  })
})

describe('the help page', () => {
  it('shows its sections, and no link to itself', async () => {
    openText(paths.guide())
    await screen.findByRole('heading', { level: 1, name: 'Kömək' })
    await waitFor(() => expect(document.title).toBe('Kömək · Sovqat'))
    const otherPages = within(screen.getByRole('navigation', { name: t('content.seeAlso') })).getAllByRole('link')
    const targets = otherPages.map((link) => link.getAttribute('href'))
    expect(targets).toContain(paths.faq())
    expect(targets).not.toContain(paths.guide())
  })
})

describe('the questions', () => {
  it('are found without Azerbaijani letters, and all return when the search is cleared', async () => {
    openText(paths.faq())
    const searchBox = await screen.findByRole('searchbox', { name: t('content.faq.search') })
    expect(questions()).toHaveLength(QUESTION_COUNT)
    await user.type(searchBox, 'odenis')
    expect(questions()).toEqual(['Necə ödəyə bilərəm?', 'Taksit varmı?'])
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(t('content.faq.found', { count: 2 })))
    await user.clear(searchBox)
    await user.type(searchBox, 'qwxz')
    await user.click(screen.getByRole('button', { name: t('content.faq.all') }))
    expect(questions()).toHaveLength(QUESTION_COUNT)
  })

  it('open by their link, one at a time', async () => {
    openText(paths.faq('ne-vaxt'))
    await screen.findByRole('heading', { level: 1 })
    const open = () => screen.getAllByRole<HTMLDetailsElement>('group').filter((group) => group.open)
    // The question opens in an effect, after the heading has appeared.
    await waitFor(() => expect(open().map(({ id }) => id)).toEqual(['ne-vaxt']))
  })
})

describe('a letter to the shop', () => {
  const open = () => openAt(paths.contact(), { path: paths.contact(), Component: Contact })
  const field = (name: string) => screen.getByRole('textbox', { name: new RegExp(`^${name}`) })
  const send = () => user.click(screen.getByRole('button', { name: t('content.contact.send') }))

  async function fill() {
    await user.type(field(t('content.contact.name')), 'Nigar')
    await user.type(field(t('content.contact.email')), 'nigar@sovqat.example')
    await user.type(field(t('content.contact.message')), 'Sifarişi bükmək olar?')
  }

  it('is confirmed with its code', async () => {
    open()
    await screen.findByRole('heading', { level: 1 })
    await fill()
    await send()
    await waitFor(() => expect(screen.getByRole('heading', { name: t('content.contact.sent') })).toHaveFocus())
    expect(screen.getByText('MR-7K4M-2A')).toBeVisible()
  })

  it('keeps its text when it cannot be sent, also over a reload', async () => {
    server.use(http.post(`${BASE}/contact-us`, () => problem(503, 'service_unavailable', 'Bir az sonra yenidən cəhd edin')))
    const { unmount } = open()
    await screen.findByRole('heading', { level: 1 })
    await fill()
    await send()
    expect(await screen.findByRole('alert')).toHaveTextContent('Bir az sonra')
    unmount()
    open()
    await waitFor(() => expect(field(t('content.contact.message'))).toHaveValue('Sifarişi bükmək olar?'))
  })

  it('requires a phone number or an e-mail', async () => {
    open()
    await screen.findByRole('heading', { level: 1 })
    await send()
    expect(await screen.findByRole('alert')).toHaveFocus()
    expect(field(t('content.contact.email'))).toHaveAccessibleDescription(t('errors.fields.required'))
  })

  it('is offered beside the other contacts', async () => {
    open()
    await screen.findByRole('heading', { level: 1 })
    expect(screen.getByRole('link', { name: t('content.contact.map') })).toHaveAttribute('href', 'https://maps.example/sovqat')
    expect(screen.getByText(/Bazar ertəsi – şənbə/)).toHaveTextContent('09:00–21:00')
    expect(screen.getByText(/Sovqat MMC/)).toHaveTextContent('VÖEN 0000000000')
  })
})
