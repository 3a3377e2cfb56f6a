// The greeting card's text, and a note for the courier.

import { precheckout } from '~shared/features/checkout/store'
import { useT } from '~shared/i18n/context'
import { AreaField } from '~shared/ui/fields'
import { LogoMark } from '~shared/ui/logo'
import { MAX_CARD_LENGTH, MAX_NOTE_LENGTH } from '../rules'
import { useCheckout } from '../use-checkout'
import { CheckoutSection } from './checkout-frame'

export function NotesSection() {
  const t = useT()
  const { choices, errorFor } = useCheckout()
  const cardText = choices.cardText ?? ''
  return (
    <CheckoutSection name="words" title={t('checkout.words.title')}>
      <div className="grid items-start gap-5 md:grid-cols-2">
        <AreaField
          name="cardText"
          label={t('checkout.words.card')}
          mark={t('forms.optional')}
          hint={t('checkout.words.cardHint', { count: MAX_CARD_LENGTH - Array.from(cardText).length })}
          error={errorFor('cardText')}
          maxLength={MAX_CARD_LENGTH}
          value={cardText}
          onChange={(event) => precheckout.set({ cardText: event.target.value })}
        />
        <GiftCard text={cardText} />
        {cardText === '' && <SuggestedTexts />}
      </div>
      <AreaField
        name="note"
        label={t('checkout.words.note')}
        mark={t('forms.optional')}
        hint={t('checkout.words.noteHint')}
        error={errorFor('note')}
        maxLength={MAX_NOTE_LENGTH}
        rows={3}
        value={choices.note ?? ''}
        onChange={(event) => precheckout.set({ note: event.target.value })}
      />
    </CheckoutSection>
  )
}

/** A longer text has smaller type on the card. */
const LONG_TEXT = 120

const insertText = (cardText: string) => {
  precheckout.set({ cardText })
  document.getElementsByName('cardText')[0]?.focus()
}

const IDEAS = ['birthday', 'thanks', 'love', 'congratulations'] as const

function SuggestedTexts() {
  const t = useT()
  return (
    <ul aria-label={t('checkout.words.ideas')} className="flex flex-wrap gap-2 md:col-span-2">
      {IDEAS.map((idea) => (
        <li key={idea}>
          <button
            type="button"
            onClick={() => insertText(t(`checkout.words.idea.${idea}`))}
            className="min-h-11 rounded-full border border-line-strong/60 px-4 text-[0.9375rem] font-medium hover:border-line-strong"
          >
            {t(`checkout.words.ideaName.${idea}`)}
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Hidden from screen readers, which read the field. */
function GiftCard({ text }: { text: string }) {
  const t = useT()
  const isLong = text.length > LONG_TEXT
  return (
    <figure aria-hidden className="grid gap-2">
      <figcaption className="text-sm text-muted">{t('checkout.words.preview')}</figcaption>
      <div className="relative grid min-h-44 grid-cols-[minmax(0,1fr)] place-items-center overflow-hidden rounded-xl bg-linear-to-br from-rose via-peach to-lemon p-3.5 shadow-quiet">
        <div className="grid size-full grid-cols-[minmax(0,1fr)] content-center justify-items-center gap-3 rounded-lg border border-accent-text/25 px-4 py-5 text-center">
          <p
            className={`whitespace-pre-line text-pretty wrap-anywhere ${isLong ? 'text-[0.9375rem]' : 'text-lg'} ${text.trim() ? '' : 'text-muted'}`}
          >
            {text.trim() || t('checkout.words.empty')}
          </p>
          <LogoMark className="size-6" />
        </div>
      </div>
    </figure>
  )
}
