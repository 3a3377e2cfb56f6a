import clsx from 'clsx'
import { ChevronDown, Copy, Eye, EyeOff, GripVertical, Trash2 } from 'lucide-react'
import { type DragEvent, type ReactNode, useRef } from 'react'
import { OrderButtons } from '~admin/ui/order-buttons'
import { useI18n } from '~shared/i18n/context'
import { IconButton } from '~shared/ui/button'
import { SectionState } from './section-state'
import type { SectionValues } from './values'

/** The half of a card over which another one is dragged. */
export type DropSide = 'before' | 'after'

export interface CardActions {
  /** Whether the section stays in its place, as a hero does. */
  isFixed: boolean
  isFirst: boolean
  isLast: boolean
  onMove: (step: -1 | 1) => void
  onHide: () => void
  /** Absent for a section of which a page has only one, and on a full page. */
  onDuplicate: (() => void) | undefined
  onRemove: () => void
  onDragStart: () => void
  onDragEnd: () => void
  onDragOver: (event: DragEvent, side: DropSide) => void
  onDrop: (event: DragEvent) => void
  dropSide: DropSide | undefined
}

interface Props {
  /** The prefix of the ids of the card's buttons. */
  id: string
  /** The field whose error is the card's. */
  field?: string
  name: string
  section: SectionValues
  error: string | undefined
  isOpen: boolean
  onToggle: () => void
  /** Absent for users who may not change the page. */
  actions?: CardActions
  children: ReactNode
}

function sideAt({ clientY, currentTarget }: DragEvent): DropSide {
  const { top, height } = currentTarget.getBoundingClientRect()
  return clientY < top + height / 2 ? 'before' : 'after'
}

const DROP_CLASSES: Record<DropSide, string> = { before: 'border-t-accent!', after: 'border-b-accent!' }

export function SectionCard({ id, field, name, section, error, isOpen, onToggle, actions, children }: Props) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the buttons of the card do the same
    <li
      className={clsx(
        'grid grid-cols-1 scroll-mt-20 rounded-lg border-2 border-line bg-surface',
        actions?.dropSide && DROP_CLASSES[actions.dropSide],
      )}
      onDragOver={(event) => actions?.onDragOver(event, sideAt(event))}
      onDrop={(event) => actions?.onDrop(event)}
    >
      <div className="flex flex-wrap items-center gap-x-1 px-1">
        {actions && !actions.isFixed && <Handle name={name} actions={actions} />}
        <div className="min-w-0 grow basis-40 px-1 pb-2">
          <h3 className="text-base">
            <button
              id={`${id}-toggle`}
              type="button"
              aria-expanded={isOpen}
              aria-controls={`${id}-fields`}
              aria-describedby={error && `${id}-error`}
              data-field={field}
              className="flex min-h-11 w-full items-center gap-2 rounded-md text-left"
              onClick={onToggle}
            >
              <ChevronDown aria-hidden className={clsx('size-5 shrink-0 text-muted transition-transform', !isOpen && '-rotate-90')} />
              <span className="min-w-0 font-semibold wrap-anywhere">{name}</span>
            </button>
          </h3>
          <p className="flex flex-wrap gap-1.5 pl-7">
            <SectionState section={section} />
          </p>
        </div>
        {actions && <Buttons id={id} name={name} isHidden={section.isHidden} actions={actions} />}
      </div>
      {error && (
        <p id={`${id}-error`} className="px-4 pb-3 text-sm font-medium text-bad">
          {error}
        </p>
      )}
      <div
        id={`${id}-fields`}
        role="group"
        aria-label={name}
        hidden={!isOpen}
        className={clsx('border-t border-line p-4', isOpen && 'grid grid-cols-1 gap-5')}
      >
        {isOpen && children}
      </div>
    </li>
  )
}

/** Only the handle can be dragged, so that text in the inputs can be selected with the mouse. */
function Handle({ name, actions }: { name: string; actions: CardActions }) {
  const handle = useRef<HTMLSpanElement>(null)
  return (
    <span
      ref={handle}
      aria-hidden
      draggable
      data-handle
      className="grid size-11 cursor-move place-items-center text-muted"
      onDragStart={({ dataTransfer }) => {
        // Firefox drags nothing without data.
        dataTransfer.setData('text/plain', name)
        const card = handle.current?.closest('li')
        if (card) dataTransfer.setDragImage?.(card, 0, 0)
        actions.onDragStart()
      }}
      onDragEnd={actions.onDragEnd}
    >
      <GripVertical className="size-5" />
    </span>
  )
}

function Buttons({ id, name, isHidden, actions }: { id: string; name: string; isHidden: boolean; actions: CardActions }) {
  const { t } = useI18n()
  const HideIcon = isHidden ? Eye : EyeOff
  return (
    <div className="ml-auto flex flex-wrap">
      {!actions.isFixed && (
        <OrderButtons
          id={id}
          labels={{ up: t('adminHome.moveUp', { name }), down: t('adminHome.moveDown', { name }) }}
          isFirst={actions.isFirst}
          isLast={actions.isLast}
          onMove={actions.onMove}
        />
      )}
      <IconButton label={t(isHidden ? 'adminHome.show' : 'adminHome.hide', { name })} onClick={actions.onHide}>
        <HideIcon aria-hidden className="size-5" />
      </IconButton>
      {actions.onDuplicate && (
        <IconButton label={t('adminHome.duplicate', { name })} onClick={actions.onDuplicate}>
          <Copy aria-hidden className="size-5" />
        </IconButton>
      )}
      <IconButton label={t('adminHome.remove', { name })} onClick={actions.onRemove}>
        <Trash2 aria-hidden className="size-5" />
      </IconButton>
    </div>
  )
}
