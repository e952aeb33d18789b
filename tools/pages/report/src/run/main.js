// The page of `podreel report`.
import {unfoldToPrint} from '../paper.js';
import {addThemeButton} from '../theme.js';
import {address} from './address.js';
import {showHead} from './head.js';
import {showLegend} from './legend.js';
import {pageText} from './page_text.js';
import {readPage} from './run.js';
import {Viewer} from './viewer.js';

const element = (id) => document.getElementById(id);
const show = (text) => {
  const data = readPage(JSON.parse(text));
  addThemeButton(element('theme'));
  showHead(data);
  showLegend(element('legend'), data.isSeveral);
  unfoldToPrint([element('more'), element('legend')]);
  new Viewer(data, address);
};

pageText(element('podreel-data')).then(show);
