import { describe, expect, it } from 'vitest'
import { cardProblem, conversion, inGroups, inputOf, isLinkOf, scaleTop } from './rules'

describe('a link', () => {
  it.each([
    ['instagram', 'https://instagram.com/aygun'],
    ['instagram', 'HTTPS://www.Instagram.com/aygun?igsh=1'],
    ['youtube', 'https://youtu.be/x'],
    ['youtube', 'https://m.youtube.com/@aygun'],
    ['facebook', 'https://fb.com/aygun'],
    ['tiktok', 'https://www.tiktok.com/@aygün'],
    ['other', 'https://aygun.example.az/haqqimda#1'],
  ] as const)('of %s accepts %s', (network, typed) => expect(isLinkOf(network, typed)).toBe(true))

  it.each([
    'instagram.com/aygun',
    'http://instagram.com/aygun',
    'https://instagram.com.evil.example/aygun',
    'https://evil.example/instagram.com',
    'https://notinstagram.com/aygun',
    'https://instagram.com@evil.example',
    'https://evil.example\\@instagram.com',
    'https://instagram.com:8443/aygun',
    'https://l.instagram.com/?u=evil',
    'https://ınstagram.com/aygun',
    'https:///aygun',
    'javascript:alert(1)//https://instagram.com',
    'https://instagram.com/<script>',
  ])('of instagram refuses %s', (typed) => expect(isLinkOf('instagram', typed)).toBe(false))

  it.each(['https://127.0.0.1/', 'https://localhost/', 'https://[::1]/', 'https://a..az', 'https://-a.az'])(
    'of another network refuses %s',
    (typed) => expect(isLinkOf('other', typed)).toBe(false),
  )
})

it('sends the links that were typed', () => {
  const typed = {
    about: 'Hədiyyələr haqqında yazıram',
    instagram: 'https://instagram.com/a',
    youtube: '',
    facebook: '',
    tiktok: '',
    other: '',
  }
  expect(inputOf(typed)).toEqual({ about: typed.about, instagram: typed.instagram })
})

it('conversion has one decimal place, and is a dash without clicks', () => {
  expect([conversion({ clicks: 40, orders: 1 }), conversion({ clicks: 3, orders: 1 }), conversion({ clicks: 5, orders: 5 })]).toEqual([
    '2,5%',
    '33,3%',
    '100%',
  ])
  expect(conversion({ clicks: 0, orders: 2 })).toBe('—')
})

it('a scale ends at a round amount above every bar', () => {
  expect([0, 1, 100, 101, 450, 999, 1_000, 12_345, 60_000].map(scaleTop)).toEqual([100, 100, 100, 200, 500, 1_000, 1_000, 20_000, 100_000])
})

describe('a card number', () => {
  it('is grouped while it is typed', () => {
    expect(['', '4', '41697', '4169738812345670', '4169-7388 1234', '41697388123456709'].map(inGroups)).toEqual([
      '',
      '4',
      '4169 7',
      '4169 7388 1234 5670',
      '4169 7388 1234',
      '4169 7388 1234 5670',
    ])
  })

  it('requires sixteen digits and a valid check digit', () => {
    expect(cardProblem('4169 7388 1234 5670')).toBeUndefined()
    expect(cardProblem('4111111111111111')).toBeUndefined()
    expect(cardProblem(' ')).toBe('required')
    for (const wrong of ['416973881234567', '41697388123456701', '416973881234567a', '4169-7388-1234-5670'])
      expect(cardProblem(wrong)).toBe('card_length')
    for (const unknown of ['4169738812345671', '0000000000000000']) expect(cardProblem(unknown)).toBe('card_unknown')
  })
})
