// The YAML editor, with completion from podreel's schema and the errors that podreel finds.
import {autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap, startCompletion} from '@codemirror/autocomplete';
import {defaultKeymap, history, historyKeymap} from '@codemirror/commands';
import {yaml} from '@codemirror/lang-yaml';
import {HighlightStyle, bracketMatching, indentOnInput, syntaxHighlighting} from '@codemirror/language';
import {lintGutter, lintKeymap, setDiagnostics} from '@codemirror/lint';
import {highlightSelectionMatches, search, searchKeymap} from '@codemirror/search';
import {EditorState} from '@codemirror/state';
import {EditorView, drawSelection, highlightActiveLine, keymap, lineNumbers} from '@codemirror/view';
import {tags} from '@lezer/highlight';
import {placeAt} from './yaml_path.js';

const look = EditorView.theme({
  '&': {height: '100%', color: 'var(--text)', backgroundColor: 'var(--page)', fontSize: '13px'},
  '.cm-scroller': {fontFamily: "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace", lineHeight: '1.5'},
  '.cm-content': {caretColor: 'var(--text)'},
  '&.cm-focused': {outline: '2px solid var(--link)'},
  '.cm-cursor': {borderLeftColor: 'var(--text)'},
  '.cm-gutters': {backgroundColor: 'var(--panel)', color: 'var(--faint)', borderRight: '1px solid var(--edge)'},
  '.cm-activeLine, .cm-activeLineGutter': {backgroundColor: 'color-mix(in srgb, var(--chosen) 40%, transparent)'},
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {background: 'var(--chosen)'},
  '.cm-tooltip, .cm-panels': {backgroundColor: 'var(--panel)', color: 'var(--text)', border: '1px solid var(--edge)'},
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {background: 'var(--chosen)', color: 'var(--text)'},
  '.cm-completionInfo': {whiteSpace: 'pre-wrap', maxWidth: '26em'},
  '.cm-diagnostic-error': {borderLeftColor: 'var(--bad)'},
  '.cm-diagnostic-warning': {borderLeftColor: 'var(--back-off)'},
  '.cm-matchingBracket': {backgroundColor: 'var(--chosen) !important'},
  '.cm-button, .cm-textfield': {backgroundImage: 'none', backgroundColor: 'var(--page)', color: 'var(--text)', border: '1px solid var(--edge)'},
});

const colours = HighlightStyle.define([
  {tag: [tags.definition(tags.propertyName), tags.propertyName], color: 'var(--link)'},
  {tag: [tags.string, tags.special(tags.string)], color: 'var(--good)'},
  {tag: tags.comment, color: 'var(--faint)', fontStyle: 'italic'},
  {tag: [tags.meta, tags.keyword, tags.separator, tags.punctuation], color: 'var(--done)'},
]);

/** Of several tokens a browser makes one with a style of its own, which the page's policy does not let it have. */
function replaceSelection(event, view) {
  const {main} = view.state.selection;
  if (event.inputType !== 'insertText' || event.data === null || main.empty || /^[([{'"]$/.test(event.data)) return false;
  event.preventDefault();
  view.dispatch(view.state.replaceSelection(event.data), {userEvent: 'input.type', scrollIntoView: true});
  return true;
}

export class Editor {
  /** `actions`: changed() after an edit, run() when Ctrl-Enter is pressed. It has a root of its own, for its styles. */
  constructor(place, actions) {
    this.schema = null;
    const root = place.attachShadow({mode: 'open'});
    const run = () => (actions.run(), true);
    this.view = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        extensions: [
          lineNumbers(), history(), drawSelection(), indentOnInput(), bracketMatching(), closeBrackets(), lintGutter(),
          highlightActiveLine(), highlightSelectionMatches(), search(), yaml(), look, syntaxHighlighting(colours),
          autocompletion({override: [(context) => this.complete(context)]}),
          keymap.of([{key: 'Mod-Enter', run}, ...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, ...searchKeymap,
            ...completionKeymap, ...lintKeymap]),
          EditorView.domEventHandlers({beforeinput: replaceSelection}),
          EditorView.contentAttributes.of({'aria-label': 'Scenario, in YAML', 'aria-multiline': 'true'}),
          EditorView.updateListener.of(({docChanged}) => docChanged && actions.changed()),
        ],
      }),
    });
  }

  get text() {
    return this.view.state.doc.toString();
  }

  set text(text) {
    this.view.dispatch({changes: {from: 0, to: this.view.state.doc.length, insert: text}});
  }

  insert({at, insert}) {
    this.view.dispatch({changes: {from: at, insert}, selection: {anchor: at + insert.length}, scrollIntoView: true});
  }

  focus() {
    this.view.focus();
  }

  /** Lines and columns count from 1, columns in bytes of UTF-8; 0 is unknown. */
  show(problems, warnings) {
    const found = [...problems.map((each) => [each, 'error']), ...warnings.map((each) => [each, 'warning'])];
    const diagnostics = found.filter(([{line}]) => line > 0).map(([problem, severity]) => ({
      ...this.rangeOf(problem), severity, message: `${problem.path}${problem.path && ': '}${problem.message}`,
    }));
    this.view.dispatch(setDiagnostics(this.view.state, diagnostics));
  }

  rangeOf({line, column}) {
    const {doc} = this.view.state;
    const found = doc.line(Math.min(line, doc.lines));
    const before = new TextDecoder().decode(new TextEncoder().encode(found.text).subarray(0, Math.max(column - 1, 0)));
    const from = Math.min(found.from + before.length, found.to);
    const length = /^[^\s,:{}[\]]*/.exec(found.text.slice(from - found.from))[0].length;
    return {from, to: Math.min(from + Math.max(length, 1), doc.length)};
  }

  /** Moves the cursor to an error. */
  goTo(problem) {
    const {from} = this.rangeOf(problem);
    this.view.dispatch({selection: {anchor: from}, scrollIntoView: true});
    this.focus();
  }

  complete(context) {
    const place = this.schema && placeAt(context.state.sliceDoc(0, context.pos));
    const word = context.matchBefore(/[\w."/-]*/);
    if (!place || (word.from === word.to && !context.explicit && !/[\s{[]$/.test(context.state.sliceDoc(word.from - 1, word.from)))) return null;
    const fields = place.key === null ? this.schema.fields(place.path) : [];
    const values = this.schema.values(place.key === null ? place.path : [...place.path, place.key]);
    const options = [
      ...fields.map(({name, description, isNested}) => ({
        label: name, type: 'property', info: description.split('\n')[0], apply: isNested && !place.isFlow ? `${name}:` : `${name}: `,
      })),
      ...values.map((value) => ({label: value, type: 'constant'})),
    ];
    if (options.length === 0 || (!context.explicit && word.from === word.to && fields.length === 0)) return null;
    return {from: word.from, options, validFor: /^[\w."/-]*$/};
  }

  startCompletion() {
    startCompletion(this.view);
  }
}
