import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { adminPaths } from '~admin/paths'
import { Component as Moderation } from '~admin/routes/moderation'
import { openAt, t } from '~mock/in-shop'
import { reviews } from '~mock/reviews-state'
import { signIn } from '~mock/sign-in'

const user = userEvent.setup({ delay: null })
const open = (state?: string) => openAt(adminPaths.reviews(state), { path: '/idare/reyler', Component: Moderation })
const cards = () => screen.queryAllByRole('heading', { level: 2 }).map((heading) => within(heading.closest('li') as HTMLElement))
const waiting = () => reviews.queue.filter(({ state }) => state === 'pending').length

beforeEach(() => {
  signIn({ roles: ['operator'] })
})

it('is shown to operators only', async () => {
  signIn()
  open()
  await screen.findByRole('heading', { level: 1, name: t('desk.forOperators') })
})

it('shows why a text waits, and marks replies', async () => {
  open()
  await screen.findByText(t('desk.moderation.suspicion.phone'))
  screen.getByText(t('desk.moderation.suspicion.shouting'))
  screen.getByText(t('desk.moderation.reply'))
  expect(cards()).toHaveLength(3)
})

it('a published text leaves the queue', async () => {
  open()
  await waitFor(() => expect(cards()).toHaveLength(3))
  await user.click(screen.getAllByRole('button', { name: new RegExp(`^${t('desk.moderation.publish')}`) })[2] as HTMLElement)
  await waitFor(() => expect(cards()).toHaveLength(2))
  expect(reviews.queue.find(({ isReply }) => isReply)?.state).toBe('published')
})

it('a rejection requires a reason, and frequent ones can be inserted', async () => {
  open()
  await waitFor(() => expect(cards()).toHaveLength(3))
  await user.click(screen.getAllByRole('button', { name: new RegExp(`^${t('desk.moderation.reject')}`) })[0] as HTMLElement)
  const reject = await screen.findByRole('button', { name: t('desk.moderation.reject') })
  await user.click(reject)
  await waitFor(() =>
    expect(screen.getByLabelText(t('desk.moderation.reason'))).toHaveAccessibleDescription(t('errors.fields.reason_required')),
  )
  expect(waiting()).toBe(3)
  await user.click(screen.getByRole('button', { name: t('desk.moderation.why.advert') }))
  expect(screen.getByLabelText(t('desk.moderation.reason'))).toHaveValue(t('desk.moderation.why.advert'))
  await user.click(reject)
  await waitFor(() => expect(cards()).toHaveLength(2))
  expect(waiting()).toBe(2)
})

it('shows that the queue is empty', async () => {
  reviews.queue = []
  open()
  await screen.findByRole('heading', { name: t('desk.moderation.empty') })
  open('rejected')
  await screen.findByText(t('desk.moderation.emptyElse'))
})
