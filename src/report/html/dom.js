// Elements. What is the program's (names, values, source, output) only ever becomes text, never markup.

// Control characters, and those that reorder text, are shown by their numbers.
function shown(text) {
  return String(text).replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g,
                              one => "\\x" + one.charCodeAt(0).toString(16).padStart(2, "0"));
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, shown(value));
  }
  for (const child of children.flat())
    if (child != null && child !== false && child !== "") element.append(child instanceof Node ? child : shown(child));
  return element;
}

function el(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

const shapes = document.getElementById("shapes");
function svg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(shapes.namespaceURI, tag), attributes, children);
}

const byId = id => document.getElementById(id);
const baseName = file => file.slice(file.lastIndexOf("/") + 1);
const grouped = number => String(number).replace(/\B(?=(\d{3})+$)/g, ",");
const counted = (number, one, many = one + "s") => `${grouped(number)} ${number === 1 ? one : many}`;
