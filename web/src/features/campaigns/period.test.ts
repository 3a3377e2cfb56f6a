import { expect, it } from 'vitest'
import { t } from '~mock/in-shop'
import { periodText } from './components/campaign-card'

// Baku is four hours ahead of UTC, so 20:00Z is midnight there.
const STARTS = '2026-11-30T20:00:00Z'
const textOf = (status: 'planned' | 'running', startsAt: string, endsAt: string) => periodText(t, 'az', { status, startsAt, endsAt })

it('names the day before when a campaign ends at midnight', () => {
  expect(textOf('running', STARTS, '2026-12-03T20:00:00Z')).toBe(t('stores.campaign.until', { date: '3 dekabr' }))
})

it('shows the time when a campaign ends during a day', () => {
  expect(textOf('running', STARTS, '2026-12-03T14:00:00Z')).toBe(t('stores.campaign.untilTime', { date: '3 dekabr', time: '18:00' }))
})

it('shows when a planned campaign begins', () => {
  expect(textOf('planned', STARTS, '2026-12-03T20:00:00Z')).toBe(t('stores.campaign.from', { date: '1 dekabr' }))
  expect(textOf('planned', '2026-12-01T06:30:00Z', '2026-12-03T20:00:00Z')).toBe(
    t('stores.campaign.fromTime', { date: '1 dekabr', time: '10:30' }),
  )
})
