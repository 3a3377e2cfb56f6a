import { describe, expect, it } from 'vitest'
import type { ContentSection } from '~shared/api/types'
import { foldLetters, grouped, matching } from './components/questions'

const question = (id: string, group: string, title: string, html = ''): ContentSection => ({ id, group, title, html })
const QUESTIONS = [
  question('odenis', 'Ödəniş', 'Kartla necə ödəyim?', '<p>Bakıda və <strong>bütün</strong> rayonlarda.</p>'),
  question('catdirilma', 'Çatdırılma', 'Nə vaxt çatdırırsınız?', '<p>Ertəsi gün.</p>'),
  question('taksit', 'Ödəniş', 'Taksit varmı?', '<p class="kart">Var.</p>'),
]
const findIds = (typed: string) => matching(QUESTIONS, typed).map(({ id }) => id)

describe('a question is found', () => {
  it.each([
    ['odenis', ['odenis', 'taksit']],
    ['ÖDƏNİŞ', ['odenis', 'taksit']],
    ['bakida butun', ['odenis']],
    ['ertesi', ['catdirilma']],
    ['  ', ['odenis', 'catdirilma', 'taksit']],
    ['qızılgül', []],
  ])('by %j', (typed, ids) => {
    expect(findIds(typed)).toEqual(ids)
  })

  it('by its visible text, not by its markup', () => {
    expect([findIds('strong'), findIds('class')]).toEqual([[], []])
  })
})

it('questions are grouped by heading, in the order of the page', () => {
  expect(grouped(QUESTIONS).map(([group, { length }]) => [group, length])).toEqual([
    ['Ödəniş', 2],
    ['Çatdırılma', 1],
  ])
})

it('folds the letters of both alphabets', () => {
  expect(foldLetters('İSTİSNA ƏLAVƏ Ёлка')).toBe('istisna elave елка')
})
